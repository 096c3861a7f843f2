import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching } from "@codemirror/language";
import { highlightSelectionMatches, openSearchPanel, search, searchKeymap } from "@codemirror/search";
import { Compartment, EditorSelection, EditorState, Transaction } from "@codemirror/state";
import { drawSelection, EditorView, highlightSpecialChars, keymap, lineNumbers } from "@codemirror/view";
import type { Edit, Span } from "../engine/report.ts";
import type { Words } from "../words/words.ts";
import { type Editor, type Events, type Mark, SIZE_LIMIT, unify } from "./editor.ts";
import { findingMarks, setCurrent, setMarks } from "./marks.ts";
import { look } from "./look.ts";
import { wireColours } from "./wire.ts";

/** Above this many UTF-16 units a text is shown without colours and brackets: it must stay quick to scroll. */
const PLAIN_FROM = 1024 * 1024;

/** A line longer than this has its column counted in UTF-16 units, for the sake of speed. */
const LONG_LINE = 100_000;

const helpers = new Compartment();
const rich = [wireColours, bracketMatching(), highlightSelectionMatches({ minSelectionLength: 3 }), highlightSpecialChars()];

/** The full editor. It lives in a shadow root, where its styles are adopted and need no opening in the policy. */
export class CodeEditor implements Editor {
  readonly #view: EditorView;
  #rich: boolean;

  constructor(host: HTMLElement, text: string, label: string, words: Words, events: Events) {
    const root = host.attachShadow({ mode: "open", delegatesFocus: true });
    this.#rich = text.length < PLAIN_FROM;
    const state = EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        findingMarks(events),
        history(),
        drawSelection(),
        EditorView.lineWrapping,
        search({ top: true }),
        helpers.of(this.#rich ? rich : []),
        keymap.of([
          ...searchKeymap,
          { key: "Escape", run: (view) => this.#leave(view, events) },
          ...historyKeymap,
          ...defaultKeymap,
        ]),
        EditorState.phrases.of({
          Find: words["search-find"],
          next: words["search-next"],
          previous: words["search-previous"],
          close: words["search-close"],
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
            this.#lighten();
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
    return this.#view.state.doc.toString();
  }

  load(text: string): void {
    this.#view.dispatch({
      changes: { from: 0, to: this.#view.state.doc.length, insert: this.#view.state.toText(unify(text)) },
      selection: { anchor: 0 },
      effects: EditorView.scrollIntoView(0),
      annotations: Transaction.userEvent.of("load"),
    });
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

  select(span: Span, number: number | undefined): void {
    const end = this.#view.state.doc.length;
    const range = EditorSelection.range(Math.min(span.start, end), Math.min(span.end, end));
    this.#view.dispatch({
      selection: EditorSelection.single(range.anchor, range.head),
      effects: [setCurrent.of(number), EditorView.scrollIntoView(range.anchor, { y: "center" })],
    });
    this.#view.focus();
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

  /** Opens the editor's own search, which finds what is scrolled out of sight too. */
  search(): void {
    openSearchPanel(this.#view);
  }

  #leave(view: EditorView, events: Events): boolean {
    if (!events.left()) return false;
    view.dispatch({ effects: setCurrent.of(undefined) });
    return true;
  }

  #lighten(): void {
    const wanted = this.#view.state.doc.length < PLAIN_FROM;
    if (wanted === this.#rich) return;
    this.#rich = wanted;
    // An update may not dispatch while it runs.
    queueMicrotask(() => this.#view.dispatch({ effects: helpers.reconfigure(wanted ? rich : []) }));
  }

  #tell(events: Events): void {
    const { doc, selection } = this.#view.state;
    const line = doc.lineAt(selection.main.head);
    const units = selection.main.head - line.from;
    const column = units > LONG_LINE ? units : [...line.text.slice(0, units)].length;
    events.moved(line.number, column + 1);
  }
}
