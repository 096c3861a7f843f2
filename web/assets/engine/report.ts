/** The engine's report, as the page uses it. Spans are bytes of UTF-8 in the engine's reply and UTF-16 offsets once
 * they have been through locate(). */

export interface Span { start: number; end: number }

export type Outcome = "violation" | "advice" | "note";
export type Party = "server" | "client" | "gateway" | "unknown";
export type Era = "modern" | "legacy" | "draft" | "unknown";

/** A place in the request beside the answer has this pane; places in the answer have none. */
export type Pane = "request";

export interface Related { pane?: Pane; pointer?: string; part?: string; span: Span; line: number; column: number; label: string }

export interface Edit { span: Span; text: string }

export interface Clause { page: string; anchor: string; keyword: string; url: string }

export interface Finding {
  rule: string;
  title: string;
  outcome: Outcome;
  level: string;
  party: Party;
  conditional?: boolean;
  pane?: Pane;
  pointer?: string;
  part?: string;
  span: Span;
  line: number;
  column: number;
  message: string;
  why: string;
  fix: string;
  clause?: Clause;
  related?: Related[];
  edits?: Edit[];
}

export interface Stated { present: boolean; text: string }

/** What a client learns. An error that names versions teaches nothing else, and has only those. */
export interface Learned {
  supportedVersions?: { version: string; era: Era }[];
  capabilities?: { name: string; text: string }[];
  extensions?: { id: string }[];
  identity?: { name?: string; version?: string; title?: string } | null;
  instructions?: string | null;
  freshness?: Stated;
  sharing?: Stated;
}

export interface Report {
  engine: string;
  revision: string;
  detected: { label: string; why: string };
  summary: { violations: number; advice: number; notes: number; sentence: string };
  findings: Finding[];
  satisfied: string[];
  notObserved: { rule: string; reason: string }[];
  learned: Learned | null;
}

/** A call that the engine did not carry out. */
export interface Refusal { error: { code: string; message: string } }

/** What the person may overrule. */
export interface Options { kind: string; transport: string; claims: string }

export const AUTO: Options = Object.freeze({ kind: "auto", transport: "auto", claims: "auto" });

/** What the page asks its worker to do. */
export interface CheckRequest { sequence: number; text: string; sent: string; lang: string; options: Options }

/** A report in one of the engine's other forms. */
export interface Exported { format: string; mediaType: string; extension: string; text: string }

/** What the page asks its worker to write. */
export interface ExportRequest extends CheckRequest { format: string }

/** What the worker tells the page. */
export type WorkerMessage =
  | { is: "ready" }
  | { is: "report"; sequence: number; report: Report }
  | { is: "exported"; exported: Exported }
  | { is: "refused"; sequence: number; reason: string }
  | { is: "broken"; reason: string };
