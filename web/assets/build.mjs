// Bundles the assets of the site: hashed files into .build/site/assets, their names into .build/assets.json.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, extname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const source = dirname(fileURLToPath(import.meta.url));
const root = join(source, "../..");
const out = join(root, ".build/site/assets");
const manifest = {};

/** Go's own loader, of the very version that builds the engine. */
const wasmExec = {
  name: "wasm_exec",
  setup(bundler) {
    const path = join(execFileSync("go", ["env", "GOROOT"], { encoding: "utf8" }).trim(), "lib/wasm/wasm_exec.js");
    bundler.onResolve({ filter: /^wasm_exec$/ }, () => ({ path }));
  },
};

/** Bundles entries and notes the hashed name of each under its plain one. */
async function bundle(options) {
  const { metafile } = await build({
    bundle: true,
    minify: true,
    legalComments: "none",
    target: ["chrome123", "firefox128", "safari17.5"],
    outdir: out,
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    metafile: true,
    logLevel: "warning",
    plugins: [wasmExec],
    absWorkingDir: root,
    ...options,
  });
  for (const [file, { entryPoint }] of Object.entries(metafile.outputs)) {
    if (!entryPoint || !options.entryPoints.includes(join(root, entryPoint))) continue;
    manifest[basename(entryPoint, extname(entryPoint)) + extname(file)] = "/" + relative(join(root, ".build/site"), join(root, file));
  }
}

/** Stores a file as it is, under a hashed name. */
function store(name, path) {
  const content = readFileSync(path);
  const hash = createHash("sha256").update(content).digest("hex").slice(0, 8).toUpperCase();
  const file = `${basename(name, extname(name))}-${hash}${extname(name)}`;
  writeFileSync(join(out, file), content);
  manifest[name] = `/assets/${file}`;
}

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
await bundle({ entryPoints: [join(source, "playground/playground.ts")], format: "esm", splitting: true });
await bundle({ entryPoints: [join(source, "engine/worker.ts")], format: "esm" });
await bundle({ entryPoints: [join(source, "boot/boot.ts")], format: "iife" });
await bundle({ entryPoints: [join(source, "site.css")] });
store("icon.svg", join(source, "base/icon.svg"));
store("browser.wasm", join(root, ".build/browser.wasm"));
writeFileSync(join(root, ".build/assets.json"), JSON.stringify(manifest, null, 1) + "\n");
