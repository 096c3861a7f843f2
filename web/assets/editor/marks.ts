import { type Extension, RangeSet, RangeSetBuilder, StateEffect, StateField, type Text } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, GutterMarker, WidgetType, gutter, hoverTooltip, showTooltip, type Tooltip } from "@codemirror/view";
import type { Outcome } from "../engine/report.ts";
import { GLYPHS } from "../report/parts.ts";
import type { Events, Mark } from "./editor.ts";

const GRAVITY: Outcome[] = ["note", "advice", "violation"];

/** Shows these marks instead of the ones before. */
export const setMarks = StateEffect.define<readonly Mark[]>();

/** Makes one finding the current one, or none. */
export const setCurrent = StateEffect.define<number | undefined>();

interface Marked {
  decorations: DecorationSet;
  glyphs: RangeSet<GutterMarker>;
  current: number | undefined;
}

/** A place where something is missing: a caret instead of an underline. */
class Caret extends WidgetType {
  readonly mark: Mark;
  constructor(mark: Mark) {
    super();
    this.mark = mark;
  }
  override eq(other: Caret): boolean {
    return other.mark.number === this.mark.number && other.mark.outcome === this.mark.outcome;
  }
  override toDOM(): HTMLElement {
    const caret = document.createElement("span");
    caret.className = `cm-caret cm-mark-${this.mark.outcome}`;
    caret.dataset["finding"] = String(this.mark.number);
    return caret;
  }
}

class Glyph extends GutterMarker {
  readonly outcome: Outcome;
  readonly label: string;
  readonly number: number;
  constructor(outcome: Outcome, label: string, number: number) {
    super();
    this.outcome = outcome;
    this.label = label;
    this.number = number;
  }
  override eq(other: Glyph): boolean {
    return other.outcome === this.outcome && other.label === this.label && other.number === this.number;
  }
  override toDOM(): HTMLElement {
    const glyph = document.createElement("span");
    glyph.className = `cm-glyph cm-glyph-${this.outcome}`;
    glyph.textContent = GLYPHS[this.outcome];
    glyph.title = this.label;
    return glyph;
  }
}

function decorate(marks: readonly Mark[], current: number | undefined, doc: Text): DecorationSet {
  const ranges = marks.map((mark) => {
    const from = Math.min(mark.span.start, doc.length);
    const to = Math.min(mark.span.end, doc.length);
    if (from >= to) return Decoration.widget({ widget: new Caret(mark), side: 1, mark }).range(from);
    const now = mark.number === current ? " cm-current" : "";
    return Decoration.mark({
      class: `cm-mark cm-mark-${mark.outcome}${now}`,
      attributes: { "data-finding": String(mark.number) },
      mark,
    }).range(from, to);
  });
  return Decoration.set(ranges, true);
}

function glyphs(marks: readonly Mark[], doc: Text): RangeSet<GutterMarker> {
  const lines = new Map<number, Mark[]>();
  for (const mark of marks) {
    const line = doc.lineAt(Math.min(mark.span.start, doc.length)).from;
    const others = lines.get(line);
    if (others) others.push(mark);
    else lines.set(line, [mark]);
  }
  const builder = new RangeSetBuilder<GutterMarker>();
  for (const [line, there] of [...lines].sort(([a], [b]) => a - b)) {
    const gravest = there.reduce((a, b) => (GRAVITY.indexOf(b.outcome) > GRAVITY.indexOf(a.outcome) ? b : a));
    builder.add(line, line, new Glyph(gravest.outcome, there.map((mark) => mark.label).join("\n"), gravest.number));
  }
  return builder.finish();
}

const marked = StateField.define<Marked>({
  create: () => ({ decorations: Decoration.none, glyphs: RangeSet.empty, current: undefined }),
  update(value, transaction) {
    if (transaction.docChanged) {
      value = {
        decorations: value.decorations.map(transaction.changes),
        glyphs: value.glyphs.map(transaction.changes),
        current: undefined,
      };
    }
    for (const effect of transaction.effects) {
      if (effect.is(setMarks)) {
        const doc = transaction.state.doc;
        value = { decorations: decorate(effect.value, undefined, doc), glyphs: glyphs(effect.value, doc), current: undefined };
      } else if (effect.is(setCurrent)) {
        const marks: Mark[] = [];
        value.decorations.between(0, transaction.state.doc.length, (from, to, decoration) => {
          marks.push({ ...(decoration.spec.mark as Mark), span: { start: from, end: to } });
        });
        value = { ...value, decorations: decorate(marks, effect.value, transaction.state.doc), current: effect.value };
      }
    }
    return value;
  },
  provide: (field) => [
    EditorView.decorations.from(field, (value) => value.decorations),
    showTooltip.compute([field], (state) => {
      const { current, decorations } = state.field(field);
      return current === undefined ? null : tooltipFor(decorations, current, state.doc.length);
    }),
  ],
});

/** What the tooltip of a finding shows is the page's affair. */
let describe: Events["describe"];

function tooltip(pos: number, numbers: readonly number[]): Tooltip {
  return {
    pos,
    above: true,
    create: () => {
      const dom = document.createElement("div");
      dom.className = "cm-finding-tip";
      dom.append(...numbers.map((number) => describe(number)));
      return { dom };
    },
  };
}

function tooltipFor(decorations: DecorationSet, number: number, length: number): Tooltip | null {
  let found: Tooltip | null = null;
  decorations.between(0, length, (from, _to, decoration) => {
    if ((decoration.spec.mark as Mark).number !== number) return;
    found = tooltip(from, [number]);
    return false;
  });
  return found;
}

/** Underlines, carets, glyphs in the gutter, and tooltips for both pointer and keyboard. */
export function findingMarks(events: Events): Extension {
  describe = events.describe;
  return [
    marked,
    gutter({
      class: "cm-glyphs",
      markers: (view) => view.state.field(marked).glyphs,
      initialSpacer: () => new Glyph("note", "", 0),
      domEventHandlers: {
        mousedown(view, line) {
          let number: number | undefined;
          view.state.field(marked).glyphs.between(line.from, line.to, (_from, _to, marker) => {
            number = (marker as Glyph).number;
            return false;
          });
          if (number === undefined) return false;
          events.picked(number);
          return true;
        },
      },
    }),
    hoverTooltip((view, pos, side) => {
      const numbers: number[] = [];
      let start = pos;
      const { decorations, current } = view.state.field(marked);
      decorations.between(pos, pos, (from, to, decoration) => {
        const outside = from < to && ((from === pos && side < 0) || (to === pos && side > 0));
        const { number } = decoration.spec.mark as Mark;
        if (outside || number === current) return;
        numbers.push(number);
        start = Math.min(start, from);
      });
      return numbers.length === 0 ? null : { ...tooltip(pos, numbers.slice(0, 4)), pos: start, end: pos };
    }),
  ];
}
