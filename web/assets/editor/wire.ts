import { HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { tags } from "@lezer/highlight";

interface Line { rest: "json" | "value" }

/** Colours for what goes over the wire: HTTP heads, event streams and JSON, mixed as they come. */
const wire = StreamLanguage.define<Line>({
  name: "wire",
  startState: () => ({ rest: "json" }),
  token(stream, line) {
    if (stream.sol()) {
      line.rest = "json";
      if (stream.match(/^HTTP\/[0-9.]+(?= )/) || stream.match(/^(GET|POST|DELETE|OPTIONS)(?= \S)/)) {
        line.rest = "value";
        return "keyword";
      }
      if (stream.match(/^(data|event|id|retry)?:/)) return "meta";
      if (stream.match(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+:(?=\s|$)/)) {
        line.rest = "value";
        return "attributeName";
      }
    }
    if (line.rest === "value") {
      stream.skipToEnd();
      return null;
    }
    if (stream.eatSpace()) return null;
    if (stream.match(/^"(?:[^"\\]|\\.)*"(?=\s*:)/)) return "propertyName";
    if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return "string";
    if (stream.match(/^-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/)) return "number";
    if (stream.match(/^(?:true|false|null)\b/)) return "atom";
    if (stream.match(/^[[\]{},:]+/)) return "punctuation";
    if (!stream.match(/^[^\s"[\]{},:]+/)) stream.next();
    return null;
  },
});

const style = HighlightStyle.define([
  { tag: tags.propertyName, color: "var(--code-name)" },
  { tag: tags.string, color: "var(--code-string)" },
  { tag: tags.number, color: "var(--code-number)" },
  { tag: tags.atom, color: "var(--code-number)" },
  { tag: tags.keyword, color: "var(--code-head)", fontWeight: "600" },
  { tag: tags.attributeName, color: "var(--code-head)" },
  { tag: tags.meta, color: "var(--code-head)" },
  { tag: tags.punctuation, color: "var(--ink-soft)" },
]);

export const wireColours: Extension = [wire, syntaxHighlighting(style)];
