import type { Finding, Outcome, Report } from "../engine/report.ts";

/** The signs of the outcomes. Their shapes differ, so that nothing depends on colour. */
export const GLYPHS: Readonly<Record<Outcome, string>> = { violation: "✕", advice: "▲", note: "●" };

/** The gravest outcome of a report; "nothing" when nothing could be checked, which is no reason for praise. */
export function tone({ summary, satisfied }: Report): Outcome | "clear" | "nothing" {
  if (summary.violations > 0) return "violation";
  if (summary.advice > 0) return "advice";
  if (summary.notes > 0) return "note";
  return satisfied.length > 0 ? "clear" : "nothing";
}

export function clauseLabel({ clause }: Finding): string {
  if (!clause) return "";
  const anchor = clause.anchor.replace(/^#/, "");
  return anchor ? `${clause.page} › ${anchor}` : clause.page;
}

/** The element with an id that the page is known to have. */
export function element<T extends HTMLElement = HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (!found) throw new Error(`page: no element ${id}`);
  return found as T;
}

/** The part of root that the page's patterns call name. */
export function slot(root: ParentNode, name: string): HTMLElement {
  const found = root.querySelector<HTMLElement>(`[data-slot="${name}"]`);
  if (!found) throw new Error(`page: no slot ${name}`);
  return found;
}

/** Fills a slot, and hides it when there is nothing to show. */
export function put(root: ParentNode, name: string, text: string): void {
  const found = slot(root, name);
  found.textContent = text;
  found.hidden = text === "";
}

/** Shows a sentence in which `backticks` mark identifiers. */
export function prose(target: Element, sentence: string): void {
  target.replaceChildren(...sentence.split(/(`[^`]+`)/).filter((piece) => piece !== "").map((piece) => {
    if (piece.length < 3 || !piece.startsWith("`") || !piece.endsWith("`")) return piece;
    const code = document.createElement("code");
    code.textContent = piece.slice(1, -1);
    return code;
  }));
}

/** A fresh copy of one of the page's patterns. */
export function copy(name: string): HTMLElement {
  const pattern = element<HTMLTemplateElement>(`pattern-${name}`).content.firstElementChild;
  if (!(pattern instanceof HTMLElement)) throw new Error(`page: the pattern ${name} is empty`);
  return document.importNode(pattern, true);
}

/** Fills one of the lists that fold. */
export function fold(id: string, items: readonly Element[]): void {
  const section = element(id);
  slot(section, "number").textContent = String(items.length);
  slot(section, "list").replaceChildren(...items);
}
