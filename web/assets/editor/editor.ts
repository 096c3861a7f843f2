import type { Edit, Outcome, Span } from "../engine/report.ts";

/** A range that the editor underlines. The number is the finding's place in the list, from 0. */
export interface Mark { number: number; outcome: Outcome; span: Span; label: string }

/** How a text came to change: at once by paste, load or repair, or stroke by stroke. */
export type Change = "whole" | "typed";

/** What the editor tells the page. */
export interface Events {
  changed(how: Change): void;
  /** The cursor moved. Line and column count from 1, the column in code points. */
  moved(line: number, column: number): void;
  /** The person pointed at a mark in the gutter. */
  picked(number: number): void;
  /** Escape: back to where the cursor came from. Gives whether there was such a place. */
  left(): boolean;
  /** A paste of this many bytes, at least, which is refused. */
  tooBig(size: number): void;
  /** What the tooltip over a mark shows. */
  describe(number: number): HTMLElement;
}

/** The text that is checked. Both editors show line feeds only, so offsets mean the same in each. */
export interface Editor {
  text(): string;
  /** Replaces the text by another. */
  load(text: string): void;
  apply(edits: readonly Edit[]): void;
  show(marks: readonly Mark[]): void;
  /** Puts the cursor at a finding, sets its range apart, and gives the editor the focus. */
  visit(mark: Mark): void;
  /** Selects a range, brings it into view and gives the editor the focus. */
  select(span: Span): void;
  selection(): Span;
  focus(): void;
  hasFocus(): boolean;
}

/** How much text the page takes, in bytes. */
export const SIZE_LIMIT = 50 * 1024 * 1024;

/** Turns every line break into a line feed. */
export function unify(text: string): string {
  return text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
}

/** The plain text box, which serves until the full editor is there, and instead of it when it can't be loaded. */
export class PlainEditor implements Editor {
  readonly #box: HTMLTextAreaElement;

  constructor(box: HTMLTextAreaElement, events: Events) {
    this.#box = box;
    box.addEventListener("paste", (event) => {
      const size = event.clipboardData?.getData("text/plain").length ?? 0;
      if (size <= SIZE_LIMIT) return;
      event.preventDefault();
      events.tooBig(size);
    });
    box.addEventListener("input", (event) => {
      const kind = event instanceof InputEvent ? event.inputType : "";
      events.changed(/^(insertFrom|history)/.test(kind) ? "whole" : "typed");
    });
    box.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && !event.isComposing && events.left()) event.preventDefault();
    });
  }

  text(): string {
    return this.#box.value;
  }

  load(text: string): void {
    this.#box.value = text;
    this.#box.setSelectionRange(0, 0);
  }

  apply(edits: readonly Edit[]): void {
    // From the end, so that earlier offsets stay right.
    for (const edit of [...edits].sort((a, b) => b.span.start - a.span.start)) {
      this.#box.setRangeText(edit.text, edit.span.start, edit.span.end, "end");
    }
  }

  show(): void {
    // A text box has no marks; the list says line and column.
  }

  visit(mark: Mark): void {
    this.select(mark.span);
  }

  select(span: Span): void {
    this.#box.focus();
    this.#box.setSelectionRange(span.start, span.end);
  }

  selection(): Span {
    return { start: this.#box.selectionStart, end: this.#box.selectionEnd };
  }

  focus(): void {
    this.#box.focus();
  }

  hasFocus(): boolean {
    return document.activeElement === this.#box;
  }
}
