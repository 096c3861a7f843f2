import assert from "node:assert/strict";
import { test } from "node:test";
import { built } from "./build.ts";
import { browserLimit, edgeLimit, gzipped, measure } from "./size.ts";

test("browser.wasm stays within its limit", () => {
  const { brotli } = measure(built("browser.wasm"));
  assert.ok(brotli <= browserLimit, `${brotli} bytes after brotli, limit ${browserLimit}`);
});

test("the edge worker fits the platform's free plan", () => {
  const size = gzipped(built("edge/app.wasm"));
  assert.ok(size <= edgeLimit, `${size} bytes after gzip, limit ${edgeLimit}`);
});
