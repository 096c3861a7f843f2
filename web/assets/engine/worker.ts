import "wasm_exec";
import { byteLength, locate } from "./positions.ts";
import type { CheckRequest, Exported, ExportRequest, Refusal, Report, WorkerMessage } from "./report.ts";

/** What the engine exports; see wasm/browser. */
interface Exports {
  memory: WebAssembly.Memory;
  mem: WebAssembly.Memory;
  reserve(bytes: number): number;
  call(operation: number, pointer: number, bytes: number): number;
  replied(): number;
}

interface GoRuntime {
  importObject: WebAssembly.Imports;
  run(instance: WebAssembly.Instance): Promise<void>;
}

declare const Go: new () => GoRuntime;

interface Scope {
  onmessage: ((event: MessageEvent<CheckRequest | ExportRequest>) => void) | null;
  name: string;
  postMessage(message: WorkerMessage): void;
}

const CHECK = 1;
const EXPORT = 2;

const scope = globalThis as unknown as Scope;
const engine = start();

// The first call pays for lazy compilation, so it is made before anybody waits for one.
engine.then(
  (exports) => {
    call(exports, CHECK, { sequence: 0, text: "{}", sent: "", lang: "en", options: { kind: "auto", transport: "auto", claims: "auto" } });
    scope.postMessage({ is: "ready" });
  },
  broken,
);

scope.onmessage = async ({ data }) => {
  let exports: Exports;
  try {
    exports = await engine;
  } catch {
    return; // reported above
  }
  try {
    if ("format" in data) scope.postMessage(written(call(exports, EXPORT, data, { format: data.format }), data));
    else scope.postMessage(answer(call(exports, CHECK, data), data));
  } catch (error) {
    broken(error);
  }
};

async function start(): Promise<Exports> {
  const go = new Go();
  // The page passes the address of the wasm file as the worker's name.
  const { instance } = await WebAssembly.instantiateStreaming(fetch(scope.name), go.importObject);
  // The engine runs for ever; should it end, no call can be answered any more.
  void go.run(instance).then(() => broken(new Error("the engine ended")), broken);
  return instance.exports as unknown as Exports;
}

function call(exports: Exports, operation: number, request: CheckRequest, more: Readonly<Record<string, string>> = {}): string {
  const input = `${JSON.stringify({ lang: request.lang, ...request.options, ...more, requestBytes: byteLength(request.sent) })}\n${request.sent}${request.text}`;
  const size = byteLength(input);
  const pointer = exports.reserve(size);
  const memory = exports.mem ?? exports.memory;
  const { written } = new TextEncoder().encodeInto(input, new Uint8Array(memory.buffer, pointer, size));
  const reply = exports.call(operation, pointer, written);
  // The call may have grown the memory, which detaches earlier views.
  return new TextDecoder().decode(new Uint8Array(memory.buffer, reply, exports.replied()));
}

function answer(reply: string, request: CheckRequest): WorkerMessage {
  const read = JSON.parse(reply) as Report | Refusal;
  if ("error" in read) return { is: "refused", sequence: request.sequence, reason: read.error.message };
  locate(request.text, read, request.sent);
  return { is: "report", sequence: request.sequence, report: read };
}

function written(reply: string, request: CheckRequest): WorkerMessage {
  const read = JSON.parse(reply) as Exported | Refusal;
  return "error" in read ? { is: "refused", sequence: request.sequence, reason: read.error.message } : { is: "exported", exported: read };
}

function broken(error: unknown): void {
  scope.postMessage({ is: "broken", reason: error instanceof Error ? error.message : String(error) });
}
