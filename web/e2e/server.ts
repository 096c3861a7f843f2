import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { root } from "./build.ts";

/** A running local edge. */
export interface Edge {
  /** Scheme, host and port, without a slash at the end. */
  readonly origin: string;
  /** Ends the edge with all its processes. Calling it again does nothing. */
  stop(): Promise<void>;
}

const startTimeout = 60_000;

/** Serves what `make build` wrote, on a free port, as `make run` does. */
export async function startEdge(): Promise<Edge> {
  const port = await freePort();
  const modules = join(root, "web/node_modules");
  const child = spawn(
    join(modules, "node/bin/node"),
    [
      join(modules, "wrangler/bin/wrangler.js"),
      "dev",
      "--config", join(root, "wrangler.toml"),
      "--ip", "127.0.0.1",
      "--port", String(port),
      "--inspector-port", "0",
      "--show-interactive-dev-session=false",
      "--log-level", "log",
    ],
    {
      cwd: root,
      // A group of its own: wrangler's helpers outlive a signal to wrangler alone.
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        ...process.env,
        CI: "true",
        CLOUDFLARE_CF_FETCH_ENABLED: "false",
        WRANGLER_HIDE_BANNER: "true",
        WRANGLER_LOG_PATH: join(root, ".wrangler/logs"),
        WRANGLER_REGISTRY_PATH: join(root, ".wrangler/registry"),
        WRANGLER_SEND_ERROR_REPORTS: "false",
        WRANGLER_SEND_METRICS: "false",
      },
    },
  );
  const kill = () => signal(child, "SIGKILL");
  process.once("exit", kill);
  let log = "";
  child.stdout.on("data", (chunk) => (log += chunk));
  child.stderr.on("data", (chunk) => (log += chunk));

  const edge: Edge = {
    origin: `http://127.0.0.1:${port}`,
    async stop() {
      process.removeListener("exit", kill);
      if (child.exitCode === null && child.signalCode === null) {
        const exited = once(child, "exit");
        signal(child, "SIGTERM");
        await Promise.race([exited, sleep(5_000, undefined, { ref: false })]);
      }
      kill();
    },
  };
  const deadline = Date.now() + startTimeout;
  while (!log.includes("Ready on")) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await edge.stop();
      throw new Error(`the local edge did not start:\n${log}`);
    }
    await sleep(50);
  }
  return edge;
}

/** Signals the child's whole process group. */
function signal(child: ChildProcess, name: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, name);
  } catch (thrown) {
    // The group has ended already.
    if ((thrown as NodeJS.ErrnoException).code !== "ESRCH") throw thrown;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("no free port");
  return address.port;
}
