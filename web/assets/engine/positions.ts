import type { Report, Span } from "./report.ts";

/** Counts the bytes of text in UTF-8. A lone surrogate counts as U+FFFD, which is what TextEncoder writes for it. */
export function byteLength(text: string): number {
  let bytes = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) continue;
    bytes += unit < 0x800 ? 1 : 2;
    if (pairAt(text, i, unit)) i++; // two units, four bytes: the two units and two more
  }
  return bytes;
}

/** Turns the byte offsets of every span in report into UTF-16 offsets of the text that it belongs to, in place and in
 * one pass over each. */
export function locate(text: string, report: Report, sent = ""): void {
  const answer: Span[] = [];
  const request: Span[] = [];
  for (const finding of report.findings) {
    (finding.pane ? request : answer).push(finding.span);
    for (const related of finding.related ?? []) (related.pane ? request : answer).push(related.span);
    for (const edit of finding.edits ?? []) answer.push(edit.span);
  }
  convert(text, answer);
  convert(sent, request);
}

function convert(text: string, spans: readonly Span[]): void {
  const stops = [...new Set(spans.flatMap((span) => [span.start, span.end]))].sort((a, b) => a - b);
  const offsets = new Map<number, number>();
  let bytes = 0;
  let at = 0;
  for (const stop of stops) {
    while (bytes < stop && at < text.length) {
      const unit = text.charCodeAt(at);
      if (unit < 0x80) bytes += 1;
      else if (unit < 0x800) bytes += 2;
      else if (pairAt(text, at, unit)) {
        bytes += 4;
        at++;
      } else bytes += 3;
      at++;
    }
    offsets.set(stop, at);
  }
  for (const span of spans) {
    span.start = offsets.get(span.start) ?? 0;
    span.end = offsets.get(span.end) ?? span.start;
  }
}

function pairAt(text: string, at: number, unit: number): boolean {
  if (unit < 0xd800 || unit > 0xdbff) return false;
  const next = text.charCodeAt(at + 1);
  return next >= 0xdc00 && next <= 0xdfff;
}
