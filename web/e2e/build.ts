import { execFileSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The root folder of the repository. */
export const root = join(dirname(fileURLToPath(import.meta.url)), "../..");

/** Where a file that `make build` wrote is. */
export function built(name: string): string {
  return join(root, ".build", name);
}

/** The folder of the Go distribution that builds the product. */
export function goRoot(): string {
  return execFileSync("go", ["env", "GOROOT"], { encoding: "utf8", cwd: root }).trim();
}

/** What the native command reports of a text, byte for byte. */
export function report(text: string | Uint8Array, ...flags: string[]): string {
  return written(text, "json", ...flags);
}

/** The native command's report of a text in one of its forms. */
export function written(text: string | Uint8Array, format: string, ...flags: string[]): string {
  try {
    return execFileSync(built("mcp-discover"), ["check", "-format", format, ...flags, "-"], {
      input: text,
      encoding: "utf8",
      maxBuffer: 1 << 28,
    });
  } catch (thrown) {
    // Status 1 says that there are violations; the report is complete.
    const failed = thrown as { status?: number; stdout?: string };
    if (failed.status === 1 && failed.stdout !== undefined) return failed.stdout;
    throw thrown;
  }
}
