import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { holdsState, pack, unpack, type State } from "./link.ts";

const plain: State = { text: "{}", sent: "", kind: "auto", transport: "auto", claims: "auto" };

test("a link gives back what it was made of", async () => {
  for (const state of [
    plain,
    { ...plain, text: "" },
    { ...plain, text: "日本語 😀\n\ttab" },
    { ...plain, sent: "POST /mcp HTTP/1.1\n\n{\"名前\":1}" },
    { text: "x".repeat(900_000), sent: "", kind: "sse", transport: "stdio", claims: "legacy" },
  ]) {
    const fragment = await pack(state);
    assert.ok(fragment && holdsState(fragment));
    assert.match(fragment, /^#1:[A-Za-z0-9_-]+$/);
    assert.deepEqual(await unpack(fragment), state);
  }
});

test("a text that doesn't fit gives no link", async () => {
  assert.equal(await pack({ ...plain, text: randomBytes(40_000).toString("hex") }), undefined);
  assert.equal(await pack({ ...plain, text: "x".repeat(2_000_000) }), undefined);
});

test("a damaged or unknown link is refused", async () => {
  const fragment = (await pack(plain))!;
  for (const bad of [fragment.slice(0, -4), "#1:", "#1:!!!!", "#2:" + fragment.slice(3), "#gallery"]) {
    await assert.rejects(unpack(bad), { name: /./ }, bad);
  }
  assert.equal(holdsState("#gallery"), false);
});

test("a link that was made today opens for ever", async () => {
  const made = "#1:BcGxDQAgCADBXb5mAtYRCzVCohYmxN29Sy5KPoSB0nc4wkHZx1ogFJQZVpfzPg";
  assert.deepEqual(await unpack(made), { text: "{}", sent: "", kind: "json", transport: "stdio", claims: "modern" });
});
