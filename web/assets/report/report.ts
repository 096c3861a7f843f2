import type { Finding, Learned, Pane, Report } from "../engine/report.ts";
import { fill, type Words } from "../words/words.ts";
import { clauseLabel, copy, element, fold, GLYPHS, prose, put, slot, tone } from "./parts.ts";

/** How many findings the list shows. More than that helps nobody and slows the page. */
const SHOWN = 200;

/** What a person may do with the findings. */
export interface Actions {
  /** Go to a finding's place in the text. */
  visit(number: number): void;
  /** Go to another place that a finding speaks of. */
  visitRelated(number: number, place: number): void;
  apply(number: number): void;
}

/** Shows a report by filling the page's own patterns, so that markup and words are written once, in the page.
 * The page's first report was rendered when the site was built; web/site/report.go does there what this does here. */
export class ReportView {
  readonly #words: Words;
  readonly #actions: Actions;

  constructor(words: Words, actions: Actions) {
    this.#words = words;
    this.#actions = actions;
    element("findings").addEventListener("click", (event) => this.#clicked(event));
  }

  show(report: Report): void {
    const { violations, advice, notes, sentence } = report.summary;
    element("verdict").dataset["tone"] = tone(report);
    element("verdict-sentence").textContent = sentence;
    const counts = [violations, advice, notes, report.satisfied.length, report.notObserved.length];
    [...element("counts").children].forEach((item, i) => {
      slot(item, "number").textContent = String(counts[i]);
      item.toggleAttribute("data-empty", counts[i] === 0);
    });
    element("detected-label").textContent = report.detected.label;
    element("detected-why").textContent = report.detected.why;

    element("findings").replaceChildren(...report.findings.slice(0, SHOWN).map((finding) => this.#finding(finding)));
    element("all-clear").hidden = tone(report) !== "clear";
    const more = element("findings-more");
    more.hidden = report.findings.length <= SHOWN;
    more.textContent = more.hidden ? "" : fill(this.#words["more-findings"], { count: report.findings.length - SHOWN });

    fold("satisfied", report.satisfied.map((rule) => {
      const item = copy("satisfied");
      slot(item, "rule").textContent = rule;
      return item;
    }));
    fold("not-observed", report.notObserved.map(({ rule, reason }) => {
      const item = copy("unseen");
      slot(item, "rule").textContent = rule;
      prose(slot(item, "reason"), reason);
      return item;
    }));
    this.#learned(report.learned);
  }

  /** Marks what is shown as being about another text than the one in the editor. */
  stale(sentence: string): void {
    element("verdict-sentence").textContent = sentence;
    element("verdict").dataset["tone"] = "waiting";
    document.documentElement.dataset["stale"] = "";
  }

  fresh(): void {
    delete document.documentElement.dataset["stale"];
  }

  /** Marks one finding of the list as the current one. */
  current(number: number | undefined): void {
    [...element("findings").children].forEach((item, i) => {
      if (i === number) {
        item.setAttribute("aria-current", "true");
        item.scrollIntoView({ block: "nearest" });
      } else item.removeAttribute("aria-current");
    });
  }

  /** Puts the focus on a finding of the list. */
  focus(number: number): void {
    const item = element("findings").children[number];
    if (item) slot(item, "jump").focus();
  }

  /** What the editor's tooltip shows of a finding. */
  tip(finding: Finding): HTMLElement {
    const tip = document.createElement("div");
    const head = document.createElement("p");
    head.className = "tip-head";
    const badge = document.createElement("span");
    badge.dataset["outcome"] = finding.outcome;
    badge.textContent = `${GLYPHS[finding.outcome]} ${this.#words[`outcome-${finding.outcome}`]}`;
    const title = document.createElement("span");
    prose(title, finding.title);
    head.append(badge, " ", title);
    const message = document.createElement("p");
    prose(message, finding.message);
    tip.append(head, message);
    if (finding.clause?.url) {
      const source = document.createElement("p");
      const link = document.createElement("a");
      link.href = finding.clause.url;
      link.target = "_blank";
      link.rel = "noopener noreferrer";
      link.textContent = clauseLabel(finding);
      source.append(link);
      tip.append(source);
    }
    return tip;
  }

  #place({ pane, line, column }: { pane?: Pane; line: number; column: number }): string {
    if (pane) return fill(this.#words["place-in-request"], { line, column });
    return line === 0 ? this.#words["no-finding-place"] : fill(this.#words.place, { line, column });
  }

  #finding(finding: Finding): Element {
    const item = copy("finding");
    item.dataset["outcome"] = finding.outcome;
    item.dataset["rule"] = finding.rule;
    slot(item, "glyph").textContent = GLYPHS[finding.outcome];
    item.querySelector<HTMLElement>(".badge")!.dataset["outcome"] = finding.outcome;
    slot(item, "outcome").textContent = this.#words[`outcome-${finding.outcome}`];
    put(item, "level", finding.level);
    slot(item, "party").textContent = this.#words[`party-${finding.party}`];
    slot(item, "conditional").hidden = !finding.conditional;
    prose(slot(item, "title"), finding.title);
    slot(item, "place").textContent = this.#place(finding);
    put(item, "pointer", `${finding.pointer ?? ""}${finding.part ?? ""}`);
    prose(slot(item, "message"), finding.message);
    slot(item, "message").hidden = finding.message === "";
    prose(slot(item, "why"), finding.why);
    slot(item, "why-row").hidden = finding.why === "";
    prose(slot(item, "fix"), finding.fix);
    slot(item, "fix-row").hidden = finding.fix === "";
    const related = finding.related ?? [];
    slot(item, "related-row").hidden = related.length === 0;
    slot(item, "related").replaceChildren(...related.map((other) => {
      const entry = copy("related");
      slot(entry, "label").textContent = other.label;
      slot(entry, "place").textContent = this.#place(other);
      return entry;
    }));
    slot(item, "clause-row").hidden = !finding.clause?.url;
    if (finding.clause?.url) {
      put(item, "keyword", finding.clause.keyword);
      const link = slot(item, "clause") as HTMLAnchorElement;
      link.href = finding.clause.url;
      link.textContent = clauseLabel(finding);
    }
    slot(item, "apply").hidden = !finding.edits?.length;
    return item;
  }

  #learned(learned: Learned | null): void {
    const card = element("learned");
    card.toggleAttribute("data-empty", !learned);
    slot(card, "nothing").hidden = learned !== null;
    slot(card, "facts").hidden = learned === null;
    if (!learned) return;
    const { identity, freshness, sharing } = learned;
    const versions = learned.supportedVersions ?? [];
    const capabilities = learned.capabilities ?? [];
    const extensions = learned.extensions ?? [];
    const present: Record<string, boolean> = {
      versions: versions.length > 0,
      identity: !!identity?.name,
      freshness: !!freshness?.present,
      sharing: !!sharing?.present,
      capabilities: capabilities.length > 0,
      extensions: extensions.length > 0,
      instructions: !!learned.instructions,
    };
    for (const fact of card.querySelectorAll<HTMLElement>(".fact")) {
      fact.toggleAttribute("data-missing", !present[fact.dataset["fact"] ?? ""]);
    }
    slot(card, "versions").replaceChildren(...versions.map(({ version, era }) => {
      const item = copy("version");
      item.dataset["era"] = era;
      slot(item, "version").textContent = version;
      slot(item, "era").textContent = this.#words[`era-${era}`];
      return item;
    }));
    slot(card, "identity-name").textContent = identity?.name ?? "";
    slot(card, "identity-version").textContent = identity?.version ?? "";
    put(card, "identity-title", identity?.title ?? "");
    prose(slot(card, "freshness"), freshness?.text ?? "");
    prose(slot(card, "sharing"), sharing?.text ?? "");
    slot(card, "capabilities").replaceChildren(...capabilities.map(({ name, text }) => {
      const item = copy("capability");
      slot(item, "name").textContent = name;
      prose(slot(item, "text"), text);
      return item;
    }));
    slot(card, "extensions").replaceChildren(...extensions.map(({ id }) => {
      const item = copy("extension");
      slot(item, "id").textContent = id;
      return item;
    }));
    slot(card, "instructions").textContent = learned.instructions ?? "";
  }

  #clicked(event: MouseEvent): void {
    if (!(event.target instanceof Element)) return;
    const item = event.target.closest<HTMLElement>(".finding");
    const button = event.target.closest("button");
    if (!item) return;
    const number = [...element("findings").children].indexOf(item);
    if (button?.dataset["slot"] === "apply") return this.#actions.apply(number);
    const related = event.target.closest(".related > li");
    if (related) {
      const place = [...related.parentElement!.children].indexOf(related);
      return this.#actions.visitRelated(number, place);
    }
    if (button?.dataset["slot"] === "jump") this.#actions.visit(number);
  }
}
