import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { report } from "./build.ts";
import { check, Engine, version } from "./engine.ts";
import { pastes } from "./pastes.ts";

const mebibyte = 1 << 20;

interface Reply {
  readonly error?: { readonly code: string; readonly message: string };
  readonly engine?: string;
  readonly revision?: string;
  readonly findings?: readonly { readonly rule: string; readonly message: string }[];
}

function parse(bytes: Uint8Array | string): Reply {
  return JSON.parse(Buffer.from(bytes).toString()) as Reply;
}

describe("browser.wasm", () => {
  let engine: Engine;
  before(async () => {
    engine = await Engine.start();
  });

  test("says its version", () => {
    const reply = parse(engine.run(version, new Uint8Array()));
    assert.match(reply.engine ?? "", /^\d+\.\d+\.\d+$/);
    assert.equal(reply.revision, "2026-07-28");
  });

  for (const [name, text] of Object.entries(pastes)) {
    for (const lang of ["en", "ja"]) {
      test(`reports the same as the command: ${name}, ${lang}`, () => {
        assert.deepEqual(JSON.parse(engine.check(text, { lang })), JSON.parse(report(text, "-lang", lang)));
      });
    }
  }

  test("answers a bad call with a typed failure, and the next call works", () => {
    const good = Buffer.from('{}\n{"resultType":"complete"}');
    const calls: [string, () => Uint8Array, string][] = [
      ["an operation that is not there", () => engine.run(77, good), "unknown-operation"],
      ["the largest operation number", () => engine.run(0xffffffff, good), "unknown-operation"],
      ["options that are no JSON", () => engine.run(check, Buffer.from("{lang\n{}")), "bad-input"],
      ["options that are no object", () => engine.run(check, Buffer.from("[]\n{}")), "bad-input"],
      ["a kind that is not there", () => engine.run(check, Buffer.from('{"kind":"xml"}\n{}')), "bad-input"],
      ["a request longer than the input", () => engine.run(check, Buffer.from('{"requestBytes":9000}\n{}')), "bad-input"],
      ["a negative request length", () => engine.run(check, Buffer.from('{"requestBytes":-1}\n{}')), "bad-input"],
      ["a pointer that was not reserved", () => engine.call(check, 64, 10), "bad-input"],
      ["more bytes than were reserved", () => engine.call(check, engine.reserve(8), 9_000_000), "bad-input"],
    ];
    for (const [name, run, code] of calls) {
      const reply = parse(run());
      assert.equal(reply.error?.code, code, name);
      assert.ok(reply.error?.message, name);
      assert.ok(Array.isArray(parse(engine.run(check, good)).findings), `the call after ${name}`);
    }
  });

  test("takes an empty input", () => {
    const reply = parse(engine.run(check, new Uint8Array()));
    assert.ok(reply.error ?? reply.findings);
  });

  test("reads bytes that are not UTF-8", () => {
    const text = Buffer.from('{"jsonrpc":"2.0","id":1,"result":{"instructions":"\xff\xfe"}}', "latin1");
    assert.deepEqual(JSON.parse(engine.check(text)), JSON.parse(report(text)));
  });

  test("reads 8 MiB, and says what is wrong with more", () => {
    const answer = '{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{},"ttlMs":1,"cacheScope":"Public"';
    const text = (length: number) => answer + " ".repeat(length - answer.length - 1) + "}";
    const largest = engine.check(text(8 * mebibyte));
    assert.ok(largest.length < mebibyte, "a report doesn't repeat the text");
    const verdict = parse(largest).findings;
    assert.ok(verdict && verdict.length > 0);
    const small = parse(engine.check(text(1000))).findings;
    assert.deepEqual(verdict.map((f) => f.rule), small?.map((f) => f.rule), "size alone changes no verdict");
    assert.ok((parse(engine.check(text(8 * mebibyte + 1))).findings ?? []).length > 0);
  });

  test("answers a million brackets", () => {
    const reply = parse(engine.check("[".repeat(1_000_000)));
    assert.ok((reply.findings ?? []).length > 0);
  });

  test("keeps nothing of an earlier text", async () => {
    const secret = "sk-earlier-text-0123456789";
    const long = `{"jsonrpc":"2.0","id":1,"result":{"instructions":"${secret.repeat(2000)}"}}`;
    const texts = ['{"a":1}', "", "{", '{"jsonrpc":"2.0","id":1,"result":{}}'];
    const fresh = await Engine.start();
    const expected = texts.map((text) => fresh.check(text));
    texts.forEach((text, i) => {
      engine.check(long);
      const reply = engine.check(text);
      assert.equal(reply, expected[i]);
      assert.ok(!reply.includes(secret));
    });
  });

  test("does not grow without bound", () => {
    const text = `{"instructions":"${"a".repeat(8 * mebibyte - 100)}"}`;
    for (let i = 0; i < 4; i++) engine.check(text);
    const settled = engine.memory;
    for (let i = 0; i < 12; i++) {
      engine.check(text);
      engine.check("{}");
    }
    assert.ok(engine.memory <= settled * 1.5, `${settled} bytes, then ${engine.memory}`);
  });
});
