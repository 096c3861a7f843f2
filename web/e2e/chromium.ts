// Finds the Chromium that the browser tests drive. Run as a program it says which one, installs one where it may, or
// tells what to type.
import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium, type Browser } from "playwright-core";

const names = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
const elsewhere = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];
const install = process.platform === "darwin" ? "brew install --cask chromium" : "sudo apt-get install -y chromium";

/** The path of a Chromium: the variable CHROMIUM, else the first on PATH, or undefined. */
export function findChromium(): string | undefined {
  const wanted = process.env.CHROMIUM;
  if (wanted) return wanted;
  const folders = (process.env.PATH ?? "").split(delimiter);
  return [...names.flatMap((name) => folders.map((folder) => join(folder, name))), ...elsewhere].find(executable);
}

/** Starts a headless Chromium that makes no requests of its own. Throws where there is none. */
export function launchChromium(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error(`no Chromium found; type: ${install}`);
  return chromium.launch({
    executablePath,
    headless: true,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

function executable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

if (import.meta.filename === process.argv[1]) {
  if (findChromium() === undefined && process.getuid?.() === 0 && existsSync("/etc/debian_version")) {
    const options = { stdio: "inherit" } as const;
    spawnSync("apt-get", ["update", "-q"], options);
    spawnSync("apt-get", ["install", "-y", "-q", "--no-install-recommends", "chromium", "fonts-noto-cjk"], options);
  }
  const found = findChromium();
  if (found === undefined) {
    console.error(`The browser tests need Chromium. Type: ${install}   (or set CHROMIUM to its path)`);
    process.exit(1);
  }
  console.log(`Chromium: ${found}`);
}
