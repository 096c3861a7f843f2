import type { Options } from "../engine/report.ts";
import type { State } from "../link/link.ts";

/** What is kept of a tab: its state, and the fragment that stood in the address at that time. */
export interface Draft { state: State; fragment: string }

/** A draft as it is stored. A string of some megabytes would block the page while it is copied; a blob does not. */
interface Stored { options: Options; text: Blob; sent?: string; fragment: string; time: number }

/** How long drafts of closed tabs stay, in milliseconds. */
const LIFETIME = 24 * 60 * 60 * 1000;

const STORE = "drafts";

/** Keeps the draft of this tab, so that a reload or a crash loses nothing. Browsers that allow no storage keep
 * nothing, and the page works without. */
export async function keep({ state: { text, sent, ...options }, fragment }: Draft): Promise<void> {
  const stored: Stored = { options, text: new Blob([text]), sent, fragment, time: Date.now() };
  await use("readwrite", (store) => store.put(stored, tab()));
}

/** Gives what was kept of this tab, and forgets the drafts of tabs long closed. */
export async function recall(): Promise<Draft | undefined> {
  const stored = await use<Stored | undefined>("readonly", (store) => store.get(tab()) as IDBRequest<Stored | undefined>);
  void forgetOld();
  return stored && { state: { ...stored.options, text: await stored.text.text(), sent: stored.sent ?? "" }, fragment: stored.fragment };
}

async function forgetOld(): Promise<void> {
  const oldest = Date.now() - LIFETIME;
  await use("readwrite", (store) => {
    const request = store.openCursor();
    request.onsuccess = () => {
      const cursor = request.result;
      if (!cursor) return;
      if ((cursor.value as Stored).time < oldest) cursor.delete();
      cursor.continue();
    };
    return request;
  });
}

/** The name of this tab. It lives as long as the tab, reloads and crashes included. */
function tab(): string {
  let name = sessionStorage.getItem("tab");
  if (!name) {
    name = crypto.randomUUID();
    sessionStorage.setItem("tab", name);
  }
  return name;
}

async function use<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T | undefined> {
  try {
    const database = await open();
    return await new Promise<T>((resolve, reject) => {
      const transaction = database.transaction(STORE, mode);
      const request = act(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error);
    });
  } catch {
    return undefined;
  }
}

let opening: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  return (opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open("mcp-discover", 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  }));
}
