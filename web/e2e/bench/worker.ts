// The worker of the benchmark: the engine as the page uses it, beside what a TypeScript program would take instead.
import "wasm_exec";
import Ajv2020 from "ajv/dist/2020.js";
import { parseTree } from "jsonc-parser";
import { byteLength, locate } from "../../assets/engine/positions.ts";
import type { Report } from "../../assets/engine/report.ts";

interface Exports {
  mem: WebAssembly.Memory;
  reserve(bytes: number): number;
  call(operation: number, pointer: number, bytes: number): number;
  replied(): number;
}

declare const Go: new () => { importObject: WebAssembly.Imports; run(instance: WebAssembly.Instance): Promise<void> };

export interface Job {
  inputs: { name: string; text: string; rounds: number }[];
  schema: object;
  definition: string;
}

export interface Row {
  name: string;
  bytes: number;
  engine: number;
  peer: number;
  findings: number;
}

const CHECK = 1;

/** The median of what run takes, in microseconds. The clock of a page counts in steps, so that short runs are timed in
 * batches. */
function median(rounds: number, run: () => void): number {
  for (let i = 0; i < Math.min(rounds, 50); i++) run();
  const batch = rounds > 500 ? 50 : 1;
  const times: number[] = [];
  for (let i = 0; i < rounds / batch; i++) {
    const start = performance.now();
    for (let k = 0; k < batch; k++) run();
    times.push(((performance.now() - start) * 1000) / batch);
  }
  times.sort((a, b) => a - b);
  return times[times.length >> 1]!;
}

self.onmessage = async ({ data }: MessageEvent<Job>) => {
  const go = new Go();
  const { instance } = await WebAssembly.instantiateStreaming(fetch("/browser.wasm"), go.importObject);
  void go.run(instance);
  const engine = instance.exports as unknown as Exports;
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  const options = encoder.encode('{"lang":"en","brief":true}\n');

  const ajv = new Ajv2020({ allErrors: true, strict: false, validateFormats: false });
  ajv.addSchema(data.schema, "mcp");
  const validate = ajv.getSchema(`mcp${data.definition}`);
  if (!validate) throw new Error(`no ${data.definition} in the schema`);

  const rows: Row[] = [];
  for (const { name, text, rounds } of data.inputs) {
    let report: Report | undefined;
    const check = () => {
      // As the page does it: room for ASCII first, for the exact length only where that was not enough.
      let size = text.length + options.length + 64;
      let pointer = engine.reserve(size);
      let view = new Uint8Array(engine.mem.buffer, pointer, size);
      view.set(options);
      let { read, written } = encoder.encodeInto(text, view.subarray(options.length));
      if (read < text.length) {
        size = byteLength(text) + options.length;
        pointer = engine.reserve(size);
        view = new Uint8Array(engine.mem.buffer, pointer, size);
        view.set(options);
        ({ read, written } = encoder.encodeInto(text, view.subarray(options.length)));
      }
      const reply = engine.call(CHECK, pointer, options.length + written);
      report = JSON.parse(decoder.decode(new Uint8Array(engine.mem.buffer, reply, engine.replied()))) as Report;
      locate(text, report);
    };
    const peer = () => {
      validate(JSON.parse(text));
      parseTree(text);
    };
    rows.push({
      name,
      bytes: byteLength(text),
      engine: median(rounds, check),
      peer: median(rounds, peer),
      findings: report?.findings.length ?? 0,
    });
  }
  self.postMessage(rows);
};
