import { AUTO, type Options } from "../engine/report.ts";

/** What a link carries: everything that decides the verdict, the page's language excepted, which is its path. */
export interface State extends Options {
  text: string;
  /** The request that was sent, or "". */
  sent: string;
}

/** How big the packed state of a link may be, in bytes before base64. Longer addresses get cut by mail and chat. */
export const LINK_LIMIT = 32 * 1024;

/** How long a text may be, in UTF-16 units, for a link to be tried at all. */
const TEXT_LIMIT = 1024 * 1024;

/** How long an unpacked state may be, in bytes: a small link must not unpack without end. */
const UNPACKED_LIMIT = 16 * 1024 * 1024;

/** Version of the form. A reader keeps reading every older one. */
const PREFIX = "#1:";

const SHORT = { kind: "k", transport: "t", claims: "c" } as const;

/** Whether a fragment holds a state. */
export function holdsState(fragment: string): boolean {
  return /^#[0-9]+:/.test(fragment);
}

/** Packs a state into a fragment; undefined when it is too big for a link. */
export async function pack(state: State): Promise<string | undefined> {
  if (state.text.length + state.sent.length > TEXT_LIMIT) return undefined;
  const record: Record<string, string> = { x: state.text };
  if (state.sent !== "") record["r"] = state.sent;
  for (const [name, short] of Object.entries(SHORT) as [keyof Options, string][]) {
    if (state[name] !== AUTO[name]) record[short] = state[name];
  }
  const packed = await through(new Blob([JSON.stringify(record)]).stream(), new CompressionStream("deflate-raw"), TEXT_LIMIT * 4);
  return packed.length > LINK_LIMIT ? undefined : PREFIX + toBase64(packed);
}

/** Reads a fragment made by pack. It throws when the fragment is damaged or of a newer form. */
export async function unpack(fragment: string): Promise<State> {
  if (!fragment.startsWith(PREFIX)) throw new Error("link: unknown form");
  const bytes = fromBase64(fragment.slice(PREFIX.length));
  const plain = await through(new Blob([bytes]).stream(), new DecompressionStream("deflate-raw"), UNPACKED_LIMIT);
  const record: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(plain));
  if (typeof record !== "object" || record === null) throw new Error("link: no state");
  const member = (name: string): string | undefined => {
    const value = (record as Record<string, unknown>)[name];
    return typeof value === "string" ? value : undefined;
  };
  const text = member("x");
  if (text === undefined) throw new Error("link: no text");
  return {
    text,
    sent: member("r") ?? "",
    kind: member(SHORT.kind) ?? AUTO.kind,
    transport: member(SHORT.transport) ?? AUTO.transport,
    claims: member(SHORT.claims) ?? AUTO.claims,
  };
}

async function through(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  change: CompressionStream | DecompressionStream,
  limit: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = stream.pipeThrough<Uint8Array<ArrayBuffer>>(change as ReadableWritablePair<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > limit) {
      await reader.cancel();
      throw new Error("link: too big");
    }
    chunks.push(value);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

/** The shortest time between two writes of the address, in milliseconds: browsers refuse about 50 in 30 seconds. */
const PAUSE = 800;

/** Writes the address at most every PAUSE milliseconds; the last one asked for always gets written, and then says so
 * unless it stood there already. */
export class Address {
  #last = -Infinity;
  #timer: ReturnType<typeof setTimeout> | undefined;

  write(fragment: string, written: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (location.hash === fragment) return;
      this.#last = performance.now();
      history.replaceState(null, "", location.pathname + location.search + fragment);
      written();
    }, Math.max(0, this.#last + PAUSE - performance.now()));
  }
}
