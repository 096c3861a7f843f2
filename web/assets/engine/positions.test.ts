import assert from "node:assert/strict";
import { test } from "node:test";
import { byteLength, locate } from "./positions.ts";
import type { Finding, Report } from "./report.ts";

function reportWith(...spans: [number, number][]): Report {
  return { findings: spans.map(([start, end]) => ({ span: { start, end } }) as Finding) } as Report;
}

/** The slice of text that a span of bytes names, found the slow way. */
function slow(text: string, start: number, end: number): string {
  return new TextDecoder().decode(new TextEncoder().encode(text).slice(start, end));
}

const texts = ["", "plain", "é", "日本語 {\"名前\":1}", "a😀b", "😀", "x\ud800y", "\udc00", "mixed é 日 😀 end"];

test("byteLength counts as TextEncoder does", () => {
  for (const text of texts) assert.equal(byteLength(text), new TextEncoder().encode(text).length, JSON.stringify(text));
});

test("locate finds the same characters as a slice of the bytes", () => {
  for (const text of texts) {
    let start = 0;
    for (const character of text) {
      const end = start + new TextEncoder().encode(character).length;
      const report = reportWith([start, end], [0, end], [end, end]);
      locate(text, report);
      const [one, all, empty] = report.findings.map((f) => f.span);
      assert.equal(text.slice(one!.start, one!.end).toWellFormed(), slow(text, start, end));
      assert.equal(text.slice(all!.start, all!.end).toWellFormed(), slow(text, 0, end));
      assert.equal(empty!.start, empty!.end);
      start = end;
    }
  }
});

test("locate also moves related places and edits", () => {
  const report = reportWith([4, 5]);
  report.findings[0]!.related = [{ span: { start: 0, end: 4 }, line: 1, column: 1, label: "" }];
  report.findings[0]!.edits = [{ span: { start: 4, end: 5 }, text: "" }];
  locate("😀b", report);
  assert.deepEqual(report.findings[0]!.span, { start: 2, end: 3 });
  assert.deepEqual(report.findings[0]!.related[0]!.span, { start: 0, end: 2 });
  assert.deepEqual(report.findings[0]!.edits[0]!.span, { start: 2, end: 3 });
});

test("locate keeps an offset past the end at the end", () => {
  const report = reportWith([2, 99]);
  locate("abc", report);
  assert.deepEqual(report.findings[0]!.span, { start: 2, end: 3 });
});
