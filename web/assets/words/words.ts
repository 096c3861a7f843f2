/** The strings that the script needs. The page brings them in its own language. */
export type Word =
  | "outcome-violation" | "outcome-advice" | "outcome-note"
  | "party-server" | "party-client" | "party-gateway" | "party-unknown"
  | "era-modern" | "era-legacy" | "era-draft" | "era-unknown"
  | "place" | "more-findings" | "back-to-finding" | "checking" | "starting" | "editor-position"
  | "no-finding-place" | "example-loaded"
  | "link-copied" | "link-not-copied" | "link-too-big"
  | "engine-restarted" | "engine-failed" | "engine-refused" | "paste-too-big" | "link-unreadable" | "editor-failed"
  | "edit-applied" | "finding-of" | "text-cleared"
  | "paste-here" | "place-in-request" | "plain-request"
  | "export-later" | "export-copied" | "export-not-copied"
  | "search-find" | "search-replace" | "search-next" | "search-previous" | "search-all" | "search-case" | "search-regexp"
  | "search-word" | "search-replace-one" | "search-replace-all" | "search-line" | "search-go" | "search-close";

export type Words = Readonly<Record<Word, string>>;

/** Puts values in place of {placeholders}. One without a value stays as written, so that the fault is seen. */
export function fill(sentence: string, values: Readonly<Record<string, string | number>>): string {
  return sentence.replace(/\{([A-Za-z]+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
