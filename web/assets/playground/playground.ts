import { keep, recall } from "../draft/draft.ts";
import { type Change, type Editor, type Events, type Mark, PlainEditor, SIZE_LIMIT, unify } from "../editor/editor.ts";
import { Engine } from "../engine/engine.ts";
import { locate } from "../engine/positions.ts";
import { AUTO, type Exported, type Finding, type Options, type Edit, type Report, type Span } from "../engine/report.ts";
import { Address, holdsState, LINK_LIMIT, pack, type State, unpack } from "../link/link.ts";
import { element } from "../report/parts.ts";
import { ReportView } from "../report/report.ts";
import { fill, type Words } from "../words/words.ts";

/** What the page brings along; web/site writes it. */
interface Given {
  lang: string;
  worker: string;
  wasm: string;
  words: Words;
  report: Report;
  examples: { slug: string; name: string; text: string; sent?: string }[];
}

/** How long typing must rest before the text is checked, in milliseconds. */
const REST = 150;

/** How long the text must rest before it is kept and the address is written, in milliseconds. */
const KEEP_REST = 400;

/** How long a confirmation stays, in milliseconds. */
const CONFIRMATION = 8000;

const CHOICES = ["kind", "transport", "claims"] as const;
const EXAMPLE = "#example:";

const given = JSON.parse(element("state").textContent ?? "") as Given;
const words = given.words;
const first = given.examples[0]!;
const selects = Object.fromEntries(CHOICES.map((name) => [name, element<HTMLSelectElement>(`choose-${name}`)])) as Record<keyof Options, HTMLSelectElement>;

/** The report about the text that is shown; undefined while there is none. */
let report: Report | undefined = given.report;
/** The finding that was last visited. */
let current: number | undefined;
let checkTimer: ReturnType<typeof setTimeout> | undefined;
let noticeTimer: ReturnType<typeof setTimeout> | undefined;
let keepTimer: ReturnType<typeof setTimeout> | undefined;
/** The notice about links has been given for the present text. */
let toldTooBig = false;

/** The request that was sent, beside the answer. */
const sentBox = element<HTMLTextAreaElement>("sent-text");
const sentFold = element<HTMLDetailsElement>("sent");

/** The example whose request stands in the box. */
let borrowed: { text: string; sent?: string } | undefined;
/** The text changes because a repair is applied. */
let repairing = false;

const address = new Address();

const view = new ReportView(words, { visit, visitRelated, apply });

const events: Events = {
  changed: (how) => {
    if (!repairing) rounds = 0;
    // An example's request belongs to the example: with another answer it would be a false witness.
    if (how === "whole" && !repairing && borrowed && sent() === borrowed.sent && editor.text() !== borrowed.text) {
      sentBox.value = "";
      sentFold.open = false;
      borrowed = undefined;
    }
    changed(how);
  },
  moved: (line, column) => {
    element("position").textContent = fill(words["editor-position"], { line, column });
  },
  picked: visit,
  left: () => {
    if (current === undefined) return false;
    back();
    return true;
  },
  tooBig: (size) => {
    const megabytes = (bytes: number): string => (bytes / 1024 / 1024).toFixed(bytes % (1024 * 1024) === 0 ? 0 : 1);
    notice(fill(words["paste-too-big"], { size: megabytes(size), limit: megabytes(SIZE_LIMIT) }));
  },
  describe: (number) => {
    const finding = report?.findings[number];
    return finding ? view.tip(finding) : document.createElement("div");
  },
};

let editor: Editor = new PlainEditor(element<HTMLTextAreaElement>("text"), events);

const engine = new Engine(given.worker, given.wasm, {
  report: (fresh, request) => {
    // The text may have moved on within the moment that the answer took.
    if (request.text !== editor.text() || request.sent !== sent()) return;
    try {
      show(fresh);
    } catch (error) {
      // A report that can't be shown must not look like one that is still to come.
      noVerdict(fill(words["engine-failed"], { reason: String(error) }));
      throw error;
    }
  },
  refused: (reason) => noVerdict(fill(words["engine-refused"], { reason })),
  restarted: () => notice(words["engine-restarted"]),
  exported: (exported) => void handOut(exported),
  failed: (reason) => noVerdict(fill(words["engine-failed"], { reason })),
});

locate(first.text, given.report);
wireControls();
void begin();

async function begin(): Promise<void> {
  const text = editor.text();
  const restored = await restore();
  // Whoever types before the memory answers keeps what they typed.
  if (restored && editor.text() === text) {
    document.documentElement.dataset["restoring"] = "verdict";
    load(restored);
  } else restoredAll();
  await upgrade();
  // Everything below can wait until the page stands.
  if (report) whenIdle(() => engine.start());
}

/** What is shown is about the text that is shown. */
function restoredAll(): void {
  delete document.documentElement.dataset["restoring"];
}

/** Finds the state to begin with: the link's, else what this tab held before a reload. */
async function restore(): Promise<State | undefined> {
  const fragment = location.hash;
  const draft = await recall();
  const linked = holdsState(fragment) || fragment.startsWith(EXAMPLE);
  if (draft && (!linked || draft.fragment === fragment)) return draft.state;
  return linked ? open(fragment) : undefined;
}

async function open(fragment: string): Promise<State | undefined> {
  if (fragment.startsWith(EXAMPLE)) {
    const example = given.examples.find(({ slug }) => slug === fragment.slice(EXAMPLE.length));
    if (example) return { text: example.text, sent: example.sent ?? "", ...AUTO };
  } else {
    try {
      return await unpack(fragment);
    } catch {
      // Said below.
    }
  }
  notice(words["link-unreadable"]);
  return undefined;
}

/** Puts the full editor in the place of the text box. Nothing typed meanwhile is lost. */
async function upgrade(): Promise<void> {
  const box = element<HTMLTextAreaElement>("text");
  try {
    const { CodeEditor } = await import("../editor/code.ts");
    await composed(box);
    const { scrollTop } = box;
    const selection = editor.selection();
    const focused = editor.hasFocus();
    const host = document.createElement("div");
    host.className = "code";
    const label = element("answer-label").textContent ?? "";
    const full = new CodeEditor(host, editor.text(), label, words, events);
    box.replaceWith(host);
    editor = full;
    mark();
    if (focused) full.select(selection);
    else host.scrollTop = scrollTop;
  } catch (error) {
    console.error(error);
    notice(words["editor-failed"]);
  }
}

/** Waits until no input method is in the middle of a word. */
function composed(box: HTMLTextAreaElement): Promise<void> {
  return new Promise((resolve) => {
    if (!box.matches("[data-composing]")) return resolve();
    box.addEventListener("compositionend", () => setTimeout(resolve), { once: true });
  });
}

function wireControls(): void {
  const box = element<HTMLTextAreaElement>("text");
  box.addEventListener("compositionstart", () => box.toggleAttribute("data-composing", true));
  box.addEventListener("compositionend", () => box.toggleAttribute("data-composing", false));

  sentBox.addEventListener("input", (event) => {
    const kind = event instanceof InputEvent ? event.inputType : "";
    changed(/^(insertFrom|history)/.test(kind) ? "whole" : "typed");
  });
  sentBox.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.isComposing && events.left()) event.preventDefault();
  });
  element("sent-fill").addEventListener("click", () => {
    sentBox.value = words["plain-request"];
    changed("whole");
    sentBox.focus();
  });
  for (const select of Object.values(selects)) select.addEventListener("change", () => changed("whole"));
  element("clear").addEventListener("click", () => {
    load({ text: "", sent: "", ...AUTO });
    notice(fill(words["text-cleared"], { key: undoKey() }), "confirms");
    editor.focus();
  });
  element("copy-link").addEventListener("click", () => void copyLink());
  for (const button of document.querySelectorAll<HTMLButtonElement>("#export button")) {
    button.addEventListener("click", () => {
      handing = button.value === "copy" ? "copy" : "save";
      if (!engine.export(editor.text(), sent(), given.lang, options(), element<HTMLSelectElement>("export-format").value)) notice(words["export-later"], "confirms");
    });
  }
  element("apply-all").addEventListener("click", () => {
    rounds = ROUNDS;
    applyAll();
  });
  element("back").addEventListener("click", back);
  element("notice-close").addEventListener("click", () => {
    element("notice").hidden = true;
  });
  element("main").addEventListener("click", ({ target }) => {
    const slug = target instanceof Element ? target.closest<HTMLElement>("[data-example]")?.dataset["example"] : undefined;
    const example = given.examples.find((one) => one.slug === slug);
    if (!example) return;
    load({ text: example.text, sent: example.sent ?? "", ...AUTO });
    announce(fill(words["example-loaded"], { name: example.name }));
    element("verdict").focus({ preventScroll: true });
    element("workbench").scrollIntoView({ block: "start" });
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "F8" || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    step(event.shiftKey ? -1 : 1);
  });
  addEventListener("hashchange", () => {
    const fragment = location.hash;
    if (holdsState(fragment) || fragment.startsWith(EXAMPLE)) void open(fragment).then((state) => state && load(state));
  });
  addEventListener("pagehide", keepNow);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") keepNow();
  });
}

function sent(): string {
  return sentBox.value;
}

function options(): Options {
  return { kind: selects.kind.value, transport: selects.transport.value, claims: selects.claims.value };
}

function load(state: State): void {
  for (const name of CHOICES) {
    selects[name].value = state[name];
    // A link may name what this version doesn't know.
    if (selects[name].selectedIndex < 0) selects[name].value = AUTO[name];
  }
  const text = unify(state.text);
  if (text !== editor.text()) editor.load(text);
  const request = unify(state.sent);
  borrowed = given.examples.find((one) => one.sent && one.text === text && one.sent === request);
  if (request !== sent()) sentBox.value = request;
  sentFold.open = request !== "";
  changed("whole");
}

/** The text or an option is no longer what the report is about. */
function changed(how: Change): void {
  report = undefined;
  engine.overtake();
  visited(undefined);
  view.stale(engine.ready ? words.checking : words.starting);
  clearTimeout(checkTimer);
  // Even at once means in a task of its own: a big paste is work enough for one.
  checkTimer = setTimeout(check, how === "whole" ? 0 : REST);
  clearTimeout(keepTimer);
  keepTimer = setTimeout(keepNow, KEEP_REST);
}

function check(): void {
  engine.check(editor.text(), sent(), given.lang, options());
}

function show(fresh: Report): void {
  report = fresh;
  view.show(fresh);
  view.fresh();
  restoredAll();
  mark();
  announce(fresh.summary.sentence);
  element("apply-all").hidden = fresh.findings.filter(({ edits }) => edits?.length).length < 2;
  if (rounds > 0) applyAll();
}

function noVerdict(sentence: string): void {
  notice(sentence);
  view.stale("—");
  restoredAll();
}

function mark(): void {
  const all = report?.findings ?? [];
  editor.show(all.map(markOf).filter(({ number }) => !all[number]!.pane));
}

function markOf(finding: Finding, number: number): Mark {
  const label = `${words[`outcome-${finding.outcome}`]}: ${plain(finding.title)}`;
  return { number, outcome: finding.outcome, span: finding.span, label };
}

/** A sentence without the backticks that mark identifiers. */
function plain(sentence: string): string {
  return sentence.replaceAll("`", "");
}

function visit(number: number): void {
  const finding = report?.findings[number];
  if (!finding || !report) return;
  visited(number);
  if (finding.pane) selectSent(finding.span);
  else editor.visit(markOf(finding, number));
  announce(fill(words["finding-of"], { number: number + 1, count: report.findings.length, title: plain(finding.title) }));
}

function visitRelated(number: number, place: number): void {
  const related = report?.findings[number]?.related?.[place];
  if (!related) return;
  visited(number);
  if (related.pane) selectSent(related.span);
  else editor.select(related.span);
}

/** Shows a range of the request. */
function selectSent(span: Span): void {
  sentFold.open = true;
  sentBox.focus();
  // A place without width gets one, so that it can be seen.
  sentBox.setSelectionRange(span.start, Math.max(span.end, Math.min(span.start + 1, sentBox.value.length)));
}

/** Goes to the next finding, or the one before, round and round. */
function step(by: 1 | -1): void {
  const count = report?.findings.length ?? 0;
  if (count === 0) return;
  visit(current === undefined ? (by > 0 ? 0 : count - 1) : (current + by + count) % count);
}

function visited(number: number | undefined): void {
  current = number;
  view.current(number);
  const button = element("back");
  button.hidden = number === undefined;
  button.textContent = number === undefined ? "" : fill(words["back-to-finding"], { number: number + 1 });
}

function back(): void {
  if (current !== undefined) view.focus(current);
}

function apply(number: number): void {
  const edits = report?.findings[number]?.edits;
  if (!edits?.length) return;
  repairing = true;
  editor.apply(edits);
  repairing = false;
  notice(fill(words["edit-applied"], { key: undoKey() }), "confirms");
}

/** How many times the repairs of a text are applied and looked at again: one may make room for another. */
const ROUNDS = 8;
let rounds = 0;

/** Applies the repairs of all findings that don't touch each other. */
function applyAll(): void {
  rounds--;
  const taken: Edit[] = [];
  const free = ({ span }: Edit): boolean => taken.every((other) => span.end < other.span.start || span.start > other.span.end);
  for (const { edits } of report?.findings ?? []) {
    if (edits?.length && edits.every(free)) taken.push(...edits);
  }
  if (taken.length === 0) {
    rounds = 0;
    return;
  }
  repairing = true;
  editor.apply(taken.sort((a, b) => a.span.start - b.span.start));
  repairing = false;
  notice(fill(words["edit-applied"], { key: undoKey() }), "confirms");
}

/** What happens to the form that the engine is asked to write. */
let handing: "copy" | "save" = "copy";

/** Copies a report, or saves it as a file. */
async function handOut({ mediaType, extension, text }: Exported): Promise<void> {
  if (handing === "save") {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type: mediaType }));
    link.download = `mcp-discover-report.${extension}`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
    return;
  }
  try {
    await navigator.clipboard.writeText(text);
    notice(words["export-copied"], "confirms");
  } catch {
    notice(words["export-not-copied"]);
  }
}

function undoKey(): string {
  return /Mac|iPhone|iPad/.test(navigator.platform) ? "⌘Z" : "Ctrl+Z";
}

/** Shows a sentence above the page, until it is dismissed or, if it only confirms, for a while. */
function notice(sentence: string, only?: "confirms"): void {
  clearTimeout(noticeTimer);
  element("notice-text").textContent = sentence;
  element("notice").hidden = false;
  if (only) noticeTimer = setTimeout(() => (element("notice").hidden = true), CONFIRMATION);
}

function announce(sentence: string): void {
  element("announce").textContent = sentence;
}

/** The fragment that leads to the present state; undefined when it is too big for a link. */
async function fragmentOf(state: State): Promise<string | undefined> {
  if (CHOICES.every((name) => state[name] === AUTO[name])) {
    if (state.text === first.text && state.sent === (first.sent ?? "")) return "";
    const example = given.examples.find((one) => one.text === state.text && (one.sent ?? "") === state.sent);
    if (example) return EXAMPLE + example.slug;
  }
  return pack(state);
}

function keepNow(): void {
  if (keepTimer === undefined) return;
  clearTimeout(keepTimer);
  keepTimer = undefined;
  const state = { text: editor.text(), sent: sent(), ...options() };
  void keep({ state, fragment: location.hash });
  void fragmentOf(state).then((fragment) => {
    if (editor.text() !== state.text || sent() !== state.sent) return;
    if (fragment === undefined && !toldTooBig) notice(tooBigForLink());
    toldTooBig = fragment === undefined;
    carryFragment(fragment ?? "");
    address.write(fragment ?? "", () => void keep({ state, fragment: fragment ?? "" }));
  });
}

/** Makes the language links lead to the same state. */
function carryFragment(fragment: string): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>(".languages a")) link.hash = fragment;
}

function tooBigForLink(): string {
  return fill(words["link-too-big"], { limit: `${LINK_LIMIT / 1024} KB` });
}

async function copyLink(): Promise<void> {
  const fragment = await fragmentOf({ text: editor.text(), sent: sent(), ...options() });
  if (fragment === undefined) return notice(tooBigForLink());
  try {
    await navigator.clipboard.writeText(location.origin + location.pathname + fragment);
    notice(words["link-copied"], "confirms");
  } catch {
    notice(words["link-not-copied"]);
  }
}

function whenIdle(act: () => void): void {
  if ("requestIdleCallback" in globalThis) requestIdleCallback(act, { timeout: 2000 });
  else setTimeout(act, 200);
}
