// Times a full check in Chromium's worker beside JSON.parse, ajv and jsonc-parser, in one run.
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { build } from "esbuild";
import { built, goRoot, root } from "./build.ts";
import { launchChromium } from "./chromium.ts";
import type { Job, Row } from "./bench/worker.ts";

/** The official schema where it is at hand, else our own structural one. It is read, never shipped. */
function schema(): { schema: object; from: string } {
  for (const folder of [process.env.MCP_SPEC_DIR, join(root, "../shared/spec/official")]) {
    const file = folder && join(folder, "schema-2026-07-28.json");
    if (file && existsSync(file)) return { schema: JSON.parse(readFileSync(file, "utf8")) as object, from: "the official schema" };
  }
  const own = join(root, "core/rules/testdata/schema.json");
  return { schema: JSON.parse(readFileSync(own, "utf8")) as object, from: "our own structural schema: the official one is not at hand (MCP_SPEC_DIR)" };
}

const members = {
  resultType: "complete",
  supportedVersions: ["2026-07-28", "2025-11-25"],
  capabilities: {
    tools: { listChanged: true },
    resources: { subscribe: true, listChanged: true },
    prompts: { listChanged: true },
    completions: {},
    extensions: { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] } },
  } as Record<string, unknown>,
  _meta: { "io.modelcontextprotocol/serverInfo": { name: "ExampleServer", title: "Example", version: "1.0.0" } },
  instructions: "This server provides weather and resource utilities.",
  ttlMs: 3600000,
  cacheScope: "public",
};

function answer(extra: Partial<typeof members> = {}): string {
  return JSON.stringify({ jsonrpc: "2.0", id: "discover-1", result: { ...members, ...extra } });
}

/** An answer as servers send it, of 684 bytes. */
function typical(): string {
  return answer({ instructions: members.instructions.padEnd(members.instructions.length + 684 - answer().length, ".") });
}

function extensions(): string {
  const map: Record<string, unknown> = {};
  for (let i = 0; i < 200; i++) map[`com.example.vendor${i}/feature-${i}`] = { enabled: true, mimeTypes: ["text/html;profile=mcp-app", "text/plain"], limits: { size: i * 1000, depth: 12 }, note: "a setting of some length to fill the answer up to size" };
  return answer({ capabilities: { tools: {}, extensions: map } });
}

function nested(bytes: number): string {
  let node: unknown = {};
  const wide: unknown[] = [];
  for (let depth = 0; depth < 100; depth++) node = { level: depth, child: node, list: [1, 2, 3], text: "abc" };
  const one = JSON.stringify(node).length + 1;
  for (let size = 0; size < bytes; size += one) wide.push(node);
  return answer({ capabilities: { tools: {}, experimental: { deep: { wide } } } });
}

const { schema: document, from } = schema();
const job: Job = {
  schema: document,
  definition: "#/$defs/DiscoverResultResponse",
  inputs: [
    { name: "typical answer", text: typical(), rounds: 20000 },
    { name: "200 extensions", text: extensions(), rounds: 400 },
    { name: "1 MB instructions", text: answer({ instructions: "Line of guidance for the model. ".repeat(32768) }), rounds: 60 },
    { name: "5 MB nested", text: nested(5 << 20), rounds: 9 },
  ],
};

const bundle = await build({
  entryPoints: [join(root, "web/e2e/bench/worker.ts")],
  bundle: true,
  write: false,
  format: "esm",
  target: "es2022",
  alias: { wasm_exec: join(goRoot(), "lib/wasm/wasm_exec.js") },
});
const files: Record<string, [string, Uint8Array | string]> = {
  "/": ["text/html", "<!doctype html><title>bench</title>"],
  "/worker.js": ["text/javascript", bundle.outputFiles[0]!.contents],
  "/browser.wasm": ["application/wasm", readFileSync(built("browser.wasm"))],
};
const server = createServer((request, response) => {
  const file = files[request.url ?? ""];
  response.writeHead(file ? 200 : 404, { "content-type": file?.[0] ?? "text/plain" });
  response.end(file?.[1] ?? "");
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const browser = await launchChromium();
try {
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const rows = (await page.evaluate(
    (data) =>
      new Promise((resolve, reject) => {
        const worker = new Worker("/worker.js", { type: "module" });
        worker.onmessage = (event) => resolve(event.data);
        worker.onerror = (event) => reject(new Error(event.message));
        worker.postMessage(data);
      }),
    job,
  )) as Row[];
  console.log(`A full check in Chromium ${browser.version()}, median of one run; the peer is JSON.parse + ajv (${from}) + jsonc-parser.`);
  console.log("input                    bytes      check us       peer us   check/peer");
  for (const row of rows) {
    console.log(
      `${row.name.padEnd(18)} ${String(row.bytes).padStart(11)} ${row.engine.toFixed(1).padStart(13)} ${row.peer.toFixed(1).padStart(13)} ${(row.engine / row.peer).toFixed(2).padStart(12)}   ${row.findings} findings`,
    );
  }
} finally {
  await browser.close();
  server.close();
}
