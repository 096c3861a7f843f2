import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { built, goRoot } from "./build.ts";

interface GoProgram {
  importObject: WebAssembly.Imports;
  run(instance: WebAssembly.Instance): Promise<void>;
}

interface Exports extends WebAssembly.Exports {
  mem: WebAssembly.Memory;
  reserve(length: number): number;
  call(operation: number, pointer: number, length: number): number;
  replied(): number;
}

/** The numbers of the operations behind the door of browser.wasm. */
export const version = 0;
export const check = 1;

/** A live instance of browser.wasm. */
export class Engine {
  readonly #exports: Exports;

  private constructor(exports: Exports) {
    this.#exports = exports;
  }

  static async start(): Promise<Engine> {
    await import(pathToFileURL(join(goRoot(), "lib/wasm/wasm_exec.js")).href);
    const go = new (globalThis as unknown as { Go: new () => GoProgram }).Go();
    const { instance } = await WebAssembly.instantiate(readFileSync(built("browser.wasm")), go.importObject);
    void go.run(instance);
    return new Engine(instance.exports as Exports);
  }

  /** Runs an operation on bytes and gives the reply's bytes. */
  run(operation: number, input: Uint8Array): Uint8Array {
    const pointer = this.#exports.reserve(input.length) >>> 0;
    new Uint8Array(this.#exports.mem.buffer).set(input, pointer);
    return this.call(operation, pointer, input.length);
  }

  /** Calls the door as it is, without filling the buffer first. */
  call(operation: number, pointer: number, length: number): Uint8Array {
    const at = this.#exports.call(operation, pointer, length) >>> 0;
    return new Uint8Array(this.#exports.mem.buffer).slice(at, at + this.#exports.replied());
  }

  /** Reserves a buffer without using it, and gives its address. */
  reserve(length: number): number {
    return this.#exports.reserve(length) >>> 0;
  }

  /** The reply to a check, as text. */
  check(text: string | Uint8Array, options: Readonly<Record<string, unknown>> = {}): string {
    const head = Buffer.from(JSON.stringify(options) + "\n");
    return Buffer.from(this.run(check, Buffer.concat([head, Buffer.from(text)]))).toString();
  }

  /** The size of the instance's memory in bytes. */
  get memory(): number {
    return this.#exports.mem.buffer.byteLength;
  }
}
