import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching } from "@codemirror/language";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { Compartment, EditorSelection, EditorState, type Text, Transaction } from "@codemirror/state";
import { drawSelection, EditorView, highlightSpecialChars, keymap, lineNumbers, placeholder } from "@codemirror/view";
import type { Edit, Span } from "../engine/report.ts";
import type { Words } from "../words/words.ts";
import { type Editor, type Events, type Mark, SIZE_LIMIT, unify } from "./editor.ts";
import { findingMarks, setCurrent, setMarks } from "./marks.ts";
import { look } from "./look.ts";
import { wireColours } from "./wire.ts";

/** What a text is shown with as long as it is short enough, in UTF-16 units, to stay quick. */
const comforts = [
  { below: 1024 * 1024, part: new Compartment(), extension: [wireColours, highlightSpecialChars()] },
  { below: 128 * 1024, part: new Compartment(), extension: [bracketMatching(), highlightSelectionMatches({ minSelectionLength: 3 })] },
];

/** A line longer than this has its column counted in UTF-16 units, for the sake of speed. */
const LONG_LINE = 100_000;

/** Takes comforts away, or brings them back, with the very change that crosses a limit. */
const fitting = EditorState.transactionExtender.of(({ docChanged, startState, newDoc }) => {
  if (!docChanged) return null;
  const crossed = comforts.filter(({ below }) => startState.doc.length < below !== newDoc.length < below);
  return { effects: crossed.map(({ below, part, extension }) => part.reconfigure(newDoc.length < below ? extension : [])) };
});

/** The full editor. It lives in a shadow root, where its styles are adopted and need no opening in the policy. */
export class CodeEditor implements Editor {
  readonly #view: EditorView;
  /** The text in one piece, which is dear to make of a long document. */
  #written: { doc: Text; text: string } | undefined;

  constructor(host: HTMLElement, text: string, label: string, words: Words, events: Events) {
    const root = host.attachShadow({ mode: "open", delegatesFocus: true });
    const state = EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        findingMarks(events),
        history(),
        drawSelection(),
        EditorView.lineWrapping,
        placeholder(words["paste-here"]),
        search({ top: true }),
        comforts.map(({ below, part, extension }) => part.of(text.length < below ? extension : [])),
        fitting,
        keymap.of([
          ...searchKeymap,
          { key: "Escape", run: (view) => this.#leave(view, events) },
          ...historyKeymap,
          ...defaultKeymap,
        ]),
        EditorState.phrases.of({
          "Find": words["search-find"],
          "Replace": words["search-replace"],
          "next": words["search-next"],
          "previous": words["search-previous"],
          "all": words["search-all"],
          "match case": words["search-case"],
          "regexp": words["search-regexp"],
          "by word": words["search-word"],
          "replace": words["search-replace-one"],
          "replace all": words["search-replace-all"],
          "Go to line": words["search-line"],
          "go": words["search-go"],
          "close": words["search-close"],
        }),
        EditorView.contentAttributes.of({ "aria-label": label, spellcheck: "false", autocapitalize: "off", autocorrect: "off" }),
        EditorView.domEventHandlers({
          paste(event) {
            const size = event.clipboardData?.getData("text/plain").length ?? 0;
            if (size <= SIZE_LIMIT) return false;
            event.preventDefault();
            events.tooBig(size);
            return true;
          },
          drop(event) {
            const size = Math.max(0, ...[...(event.dataTransfer?.files ?? [])].map((file) => file.size));
            if (size <= SIZE_LIMIT) return false;
            event.preventDefault();
            events.tooBig(size);
            return true;
          },
        }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) {
            const typed = update.transactions.every((one) => !one.docChanged || one.isUserEvent("input.type") || one.isUserEvent("delete"));
            events.changed(typed ? "typed" : "whole");
          }
          if (update.docChanged || update.selectionSet) this.#tell(events);
        }),
        look,
      ],
    });
    this.#view = new EditorView({ state, root, parent: root });
    this.#tell(events);
  }

  text(): string {
    const { doc } = this.#view.state;
    // Joined lines are one flat string; toString() adds line to line, which costs when the string is first used.
    if (this.#written?.doc !== doc) this.#written = { doc, text: doc.toJSON().join("\n") };
    return this.#written.text;
  }

  load(text: string): void {
    this.#view.dispatch({
      changes: { from: 0, to: this.#view.state.doc.length, insert: this.#view.state.toText(unify(text)) },
      selection: { anchor: 0 },
      annotations: Transaction.userEvent.of("load"),
    });
    // Not by scrollIntoView, which would move the page as well.
    this.#view.scrollDOM.scrollTop = 0;
  }

  apply(edits: readonly Edit[]): void {
    this.#view.dispatch({
      changes: edits.map((edit) => ({ from: edit.span.start, to: edit.span.end, insert: edit.text })),
      annotations: Transaction.userEvent.of("repair"),
    });
  }

  show(marks: readonly Mark[]): void {
    this.#view.dispatch({ effects: setMarks.of(marks) });
  }

  visit(mark: Mark): void {
    // The range is set apart, not selected: a stroke of a key must not replace it.
    this.#go({ start: mark.span.start, end: mark.span.start }, mark.number);
  }

  select(span: Span): void {
    this.#go(span, undefined);
  }

  selection(): Span {
    const { from, to } = this.#view.state.selection.main;
    return { start: from, end: to };
  }

  focus(): void {
    this.#view.focus();
  }

  hasFocus(): boolean {
    return this.#view.hasFocus;
  }

  #go(span: Span, current: number | undefined): void {
    const end = this.#view.state.doc.length;
    const start = Math.min(span.start, end);
    this.#view.dispatch({
      selection: EditorSelection.single(start, Math.min(span.end, end)),
      effects: [setCurrent.of(current), EditorView.scrollIntoView(start, { y: "center" })],
    });
    this.#view.focus();
  }

  #leave(view: EditorView, events: Events): boolean {
    if (!events.left()) return false;
    view.dispatch({ effects: setCurrent.of(undefined) });
    return true;
  }

  #tell(events: Events): void {
    const { doc, selection } = this.#view.state;
    const line = doc.lineAt(selection.main.head);
    const units = selection.main.head - line.from;
    const column = units > LONG_LINE ? units : [...line.text.slice(0, units)].length;
    events.moved(line.number, column + 1);
  }
}
