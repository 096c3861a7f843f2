// Measures what the browser and the edge have to load. Run as a program it prints the figures.
import { readFileSync } from "node:fs";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { built } from "./build.ts";

/** Sizes in bytes: as built, after gzip -9, after brotli -q 11. */
export interface Size {
  readonly raw: number;
  readonly gzip: number;
  readonly brotli: number;
}

/** The largest browser.wasm in bytes after brotli. */
export const browserLimit = 680_000;

/** The largest worker in bytes after gzip on the platform's free plan. */
export const edgeLimit = 3 * 1024 * 1024;

/** What other builds of the same engine weigh after brotli, in kilobytes. */
const peers: readonly (readonly [number, string])[] = [
  [419, "an empty Go program with this door"],
  [472, "with jsontext"],
  [554, "with gjson, its pretty printer replaced"],
  [738, "with gjson as it is"],
  [1779, "the actionlint playground"],
];

/** Measures a file. */
export function measure(path: string): Size {
  const raw = readFileSync(path);
  return {
    raw: raw.length,
    gzip: gzipSync(raw, { level: 9 }).length,
    brotli: brotliCompressSync(raw, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: raw.length },
    }).length,
  };
}

/** The length in bytes of a file after gzip -9. */
export function gzipped(path: string): number {
  return gzipSync(readFileSync(path), { level: 9 }).length;
}

function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(0).padStart(6) + " KB";
}

if (import.meta.filename === process.argv[1]) {
  const edge = gzipped(built("edge/app.wasm"));
  console.log(`edge worker, gzip -9:     ${kilobytes(edge)}   limit ${kilobytes(edgeLimit).trim()}`);
  const browser = measure(built("browser.wasm"));
  console.log(`browser.wasm, brotli 11:  ${kilobytes(browser.brotli)}   limit ${kilobytes(browserLimit).trim()}`);
  for (const [size, what] of peers) console.log(`  to compare:             ${kilobytes(size * 1000)}   ${what}`);
  console.log(`browser.wasm ${browser.raw} ${browser.gzip} ${browser.brotli}`);
}
