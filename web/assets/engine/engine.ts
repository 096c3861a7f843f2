import type { CheckRequest, Exported, ExportRequest, Options, Report, WorkerMessage } from "./report.ts";

/** What the page hears from the engine. Every check that is not overtaken by a newer one ends in exactly one of
 * report, refused or failed. */
export interface Listener {
  report(report: Report, request: CheckRequest): void;
  refused(reason: string): void;
  /** The worker died or hung, was replaced, and the check is being repeated. */
  restarted(): void;
  failed(reason: string): void;
  exported(exported: Exported): void;
}

/** How long a started engine may take for one check, in milliseconds. */
const PATIENCE = 10_000;

/** How long the engine may take to load, in milliseconds. Networks are slow more often than engines hang. */
const LOADING_PATIENCE = 90_000;

/** Runs checks in a worker. The newest check wins: one that is overtaken while it waits is never sent, and the
 * answer to one that is overtaken while it runs is dropped. */
export class Engine {
  readonly #worker: string;
  readonly #wasm: string;
  readonly #listener: Listener;
  #running: Worker | undefined;
  #ready = false;
  #sequence = 0;
  #waiting: CheckRequest | undefined;
  #sent: CheckRequest | undefined;
  #repeated = false;
  #watchdog: ReturnType<typeof setTimeout> | undefined;

  constructor(worker: string, wasm: string, listener: Listener) {
    this.#worker = worker;
    this.#wasm = wasm;
    this.#listener = listener;
  }

  /** Whether a check can start at once. */
  get ready(): boolean {
    return this.#ready;
  }

  /** Starts the worker ahead of the first check. */
  start(): void {
    if (this.#running) return;
    const worker = new Worker(this.#worker, { type: "module", name: this.#wasm });
    worker.onmessage = (event: MessageEvent<WorkerMessage>) => {
      if (worker === this.#running) this.#hear(event.data);
    };
    worker.onerror = (event) => {
      if (worker === this.#running) this.#died(event.message || "the worker could not be loaded");
    };
    this.#running = worker;
    this.#watch(LOADING_PATIENCE);
  }

  /** Checks text. The answer comes through the listener. */
  check(text: string, sent: string, lang: string, options: Options): void {
    this.#repeated = false;
    this.#waiting = { sequence: ++this.#sequence, text, sent, lang, options };
    this.start();
    this.#send();
  }

  /** Writes the report of a text in another form. Nothing happens while the engine is busy or not there yet. */
  export(text: string, sent: string, lang: string, options: Options, format: string): boolean {
    if (!this.#ready || this.#sent || this.#waiting) return false;
    const request: ExportRequest = { sequence: this.#sequence, text, sent, lang, options, format };
    this.#sent = request;
    this.#watch(PATIENCE);
    this.#running?.postMessage(request);
    return true;
  }

  /** Forgets the check that runs or waits, because its text is no longer shown. */
  overtake(): void {
    this.#sequence++;
    this.#waiting = undefined;
  }

  #send(): void {
    if (!this.#ready || this.#sent || !this.#waiting) return;
    this.#sent = this.#waiting;
    this.#waiting = undefined;
    this.#watch(PATIENCE);
    this.#running?.postMessage(this.#sent);
  }

  #hear(message: WorkerMessage): void {
    if (message.is === "broken") return this.#died(message.reason);
    this.#unwatch();
    const sent = this.#sent;
    this.#sent = undefined;
    if (message.is === "ready") this.#ready = true;
    else if (message.is === "exported") this.#listener.exported(message.exported);
    else if (sent && message.sequence === this.#sequence) {
      if (message.is === "report") this.#listener.report(message.report, sent);
      else this.#listener.refused(message.reason);
    }
    this.#send();
  }

  #died(reason: string): void {
    const wasReady = this.#ready;
    const interrupted = this.#waiting ?? this.#sent;
    this.#running?.terminate();
    this.#running = undefined;
    this.#ready = false;
    this.#sent = undefined;
    this.#waiting = undefined;
    this.#unwatch();
    const current = interrupted?.sequence === this.#sequence;
    if (!wasReady || (current && this.#repeated)) {
      // An engine that can't be loaded, or that one text brings down twice, waits for the next change.
      this.#listener.failed(reason);
      return;
    }
    this.#listener.restarted();
    if (current) {
      this.#repeated = true;
      this.#waiting = interrupted;
    }
    this.start();
  }

  #watch(patience: number): void {
    this.#unwatch();
    this.#watchdog = setTimeout(() => this.#died("no answer"), patience);
  }

  #unwatch(): void {
    clearTimeout(this.#watchdog);
  }
}
