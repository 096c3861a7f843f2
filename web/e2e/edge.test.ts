import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { built, goRoot, report } from "./build.ts";
import { pastes } from "./pastes.ts";
import { startEdge, type Edge } from "./server.ts";

const bodyLimit = 8 * 1024 * 1024;

/** Fields that every response of the site carries. */
const security: Readonly<Record<string, RegExp>> = {
  "content-security-policy": /^default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; .*connect-src 'self'.*frame-ancestors 'none'$/,
  "cross-origin-opener-policy": /^same-origin$/,
  "cross-origin-resource-policy": /^same-origin$/,
  "permissions-policy": /camera=\(\)/,
  "referrer-policy": /^no-referrer$/,
  "x-content-type-options": /^nosniff$/,
};

function assertSecure(response: Response): void {
  for (const [name, pattern] of Object.entries(security)) {
    assert.match(response.headers.get(name) ?? "", pattern, `${name} of ${response.url}`);
  }
}

async function assertProblem(response: Response, status: number): Promise<void> {
  assert.equal(response.status, status);
  assert.equal(response.headers.get("content-type"), "application/problem+json");
  assertSecure(response);
  const problem = (await response.json()) as { status: number; title: string; detail: string };
  assert.equal(problem.status, status);
  assert.ok(problem.title !== "" && problem.detail !== "");
}

describe("the edge", () => {
  let edge: Edge;
  before(async () => {
    edge = await startEdge();
  });
  after(() => edge.stop());

  const post = (query: string, body: string | Uint8Array<ArrayBuffer>) =>
    fetch(`${edge.origin}/api/check${query}`, { method: "POST", body });

  for (const [name, text] of Object.entries(pastes)) {
    test(`reports the same as the command: ${name}`, async () => {
      const response = await post("", text);
      assert.equal(response.status, 200);
      assert.equal(response.headers.get("content-type"), "application/json; charset=utf-8");
      assert.equal(response.headers.get("cache-control"), "no-store");
      assertSecure(response);
      assert.deepEqual(await response.json(), JSON.parse(report(text)));
    });
  }

  test("passes the query on", async () => {
    const text = '{"jsonrpc":"2.0","id":1,"result":{}}';
    const response = await post("?lang=ja&kind=json&transport=stdio&claims=modern", text);
    const flags = ["-lang", "ja", "-kind", "json", "-transport", "stdio", "-claims", "modern"];
    assert.deepEqual(await response.json(), JSON.parse(report(text, ...flags)));
  });

  test("takes the longest body and refuses a longer one", async () => {
    const longest = await post("", "[".repeat(bodyLimit));
    assert.equal(longest.status, 200);
    assert.ok(((await longest.json()) as { findings: unknown[] }).findings.length > 0);
    await assertProblem(await post("", "[".repeat(bodyLimit + 1)), 413);
  });

  test("refuses a longer body of unannounced length", async () => {
    const chunk = new Uint8Array(1024 * 1024).fill(0x5b);
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (sent++ < 9) controller.enqueue(chunk);
        else controller.close();
      },
    });
    const init: RequestInit & { duplex: "half" } = { method: "POST", body, duplex: "half" };
    await assertProblem(await fetch(`${edge.origin}/api/check`, init), 413);
  });

  test("refuses every other method", async () => {
    for (const method of ["GET", "PUT", "DELETE", "OPTIONS"]) {
      const response = await fetch(`${edge.origin}/api/check`, { method });
      assert.equal(response.headers.get("allow"), "POST");
      await assertProblem(response, 405);
    }
  });

  test("refuses what the operation does not know", async () => {
    await assertProblem(await post("?kind=xml", "{}"), 400);
    await assertProblem(await post("?colour=red", "{}"), 400);
    await assertProblem(await post("?lang=en&lang=ja", "{}"), 400);
    await assertProblem(await fetch(`${edge.origin}/api/nothing`, { method: "POST", body: "{}" }), 404);
  });

  test("answers many at once", async () => {
    const text = pastes["a faulty HTTP response"] ?? "";
    const expected = JSON.parse(report(text)) as unknown;
    const replies = await Promise.all(Array.from({ length: 12 }, async () => (await post("", text)).json()));
    for (const reply of replies) assert.deepEqual(reply, expected);
  });

  test("serves both pages with the headers of the site", async () => {
    for (const [path, lang] of [["/", "en"], ["/ja/", "ja"]] as const) {
      const response = await fetch(edge.origin + path);
      assert.equal(response.status, 200);
      assert.match(response.headers.get("content-type") ?? "", /^text\/html/);
      assertSecure(response);
      assert.match(await response.text(), new RegExp(`<html[^>]* lang="?${lang}`));
    }
  });

  test("serves assets for ever, each with its type", async () => {
    const assets = Object.values(JSON.parse(readFileSync(built("assets.json"), "utf8")) as Record<string, string>);
    const types: Readonly<Record<string, string>> = {
      css: "text/css",
      js: "text/javascript",
      svg: "image/svg+xml",
      wasm: "application/wasm",
    };
    assert.ok(assets.some((path) => path.endsWith(".wasm")));
    for (const path of assets) {
      const response = await fetch(edge.origin + path);
      await response.arrayBuffer();
      assert.equal(response.status, 200, path);
      assert.equal(response.headers.get("cache-control"), "public, max-age=31536000, immutable");
      assert.ok(response.headers.get("content-type")?.startsWith(types[path.slice(path.lastIndexOf(".") + 1)] ?? "?"), path);
      assertSecure(response);
    }
  });

  test("answers an unknown page with a page", async () => {
    for (const path of ["/nothing-here", "/ja/nothing-here", "/_headers", "/assets/gone-00000000.js"]) {
      const response = await fetch(edge.origin + path, { headers: { "sec-fetch-mode": "navigate" } });
      await response.text();
      assert.equal(response.status, 404, path);
      assert.match(response.headers.get("content-type") ?? "", /^text\/html/, path);
      assertSecure(response);
    }
  });
});

test("the worker's loader is that of the Go version in use", () => {
  const loader = (path: string) => readFileSync(path, "utf8");
  // The Workers library adds a context to what Go programs see as the global object; the rest has to be Go's own.
  const adapted = loader(built("edge/wasm_exec.js"))
    .replace("async run(instance, context) {", "async run(instance) {")
    .replace(/\t+const globalProxy = new Proxy\(globalThis, \{[\s\S]*?\n\t\t\t\}\)\n/, "")
    .replaceAll("globalProxy", "globalThis");
  assert.equal(adapted, loader(join(goRoot(), "lib/wasm/wasm_exec.js")));
});
