/**
 * A pool whose worker outlives a run of tests: the modules are loaded once, not once for each of thousands of mutants.
 * A mutant of what runs while modules load (Stryker calls it static) gets a worker of its own, before and after it.
 */
import type { PoolOptions, PoolRunnerInitializer, PoolWorker, WorkerRequest } from "vitest/node";
import { ThreadsPoolWorker } from "vitest/node";

type Listener = Parameters<PoolWorker["on"]>[1];

/** Modules that tests keep in memory: a new worker after so many runs. */
const runsOfOneWorker = 100;

/** To look for thousands of names in thousands of names takes longer than to run all tests of the files. */
const longestPattern = 20_000;

class WarmWorker implements PoolWorker {
  readonly name = "warm";
  #listeners: (readonly [event: string, listener: Listener])[] = [];

  readonly #options: PoolOptions;
  readonly #thread: Thread;

  constructor(options: PoolOptions, thread: Thread) {
    this.#options = options;
    this.#thread = thread;
  }

  on(event: string, listener: Listener): void {
    this.#listeners.push([event, listener]);
    this.#thread.worker.on(event, listener);
  }

  off(event: string, listener: Listener): void {
    this.#listeners = this.#listeners.filter((each) => each[0] !== event || each[1] !== listener);
    this.#thread.worker.off(event, listener);
  }

  send(message: WorkerRequest): void {
    if (message.type === "stop") this.#answer("stopped");
    else if (message.type === "start" && this.#thread.isReady) this.#answer("started");
    else this.#pass(message);
  }

  deserialize(data: unknown): unknown {
    return data;
  }

  async start(): Promise<void> {
    const { mutantActivation } = this.#options.project.getProvidedContext();
    await this.#thread.start(mutantActivation !== "runtime");
  }

  async stop(): Promise<void> {
    for (const [event, listener] of this.#listeners) this.#thread.worker.off(event, listener);
  }

  #pass(message: WorkerRequest): void {
    if (message.type === "start") this.#thread.isReady = true;
    this.#thread.worker.send(message.type === "run" ? this.#withConfig(message) : message);
  }

  /** The worker reads the settings when it starts, and the names of the tests to run are among them. */
  #withConfig(message: WorkerRequest & { readonly type: "run" }): WorkerRequest {
    const { testNamePattern, ...config } = this.#options.project.serializedConfig;
    const isShort = testNamePattern !== undefined && testNamePattern.source.length <= longestPattern;
    const context = { ...message.context, config: isShort ? { ...config, testNamePattern } : config };
    return { ...message, context };
  }

  #answer(type: "started" | "stopped"): void {
    const answer = { type, __vitest_worker_response__: true };
    for (const [event, listener] of [...this.#listeners])
      if (event === "message") setImmediate(listener, answer);
  }
}

/** The one thread of a process: Stryker runs tests in as many processes as it runs mutants at once. */
class Thread {
  isReady = false;
  #worker: ThreadsPoolWorker | undefined;
  #runs = 0;
  #isStained = false;

  readonly #options: PoolOptions;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  get worker(): ThreadsPoolWorker {
    if (this.#worker === undefined) throw new Error("The thread has not been started.");
    return this.#worker;
  }

  /** @param needsOwn whether the run is for a mutant that is at work while modules load */
  async start(needsOwn: boolean): Promise<void> {
    this.#runs += 1;
    if (this.#worker !== undefined && (needsOwn || this.#isStained || this.#runs > runsOfOneWorker))
      await this.#end(this.#worker);
    this.#isStained = needsOwn;
    if (this.#worker !== undefined) return;
    this.#worker = new ThreadsPoolWorker(this.#options);
    await this.#worker.start();
  }

  async #end(worker: ThreadsPoolWorker): Promise<void> {
    await worker.stop();
    this.#worker = undefined;
    this.isReady = false;
    this.#runs = 1;
  }
}

let thread: Thread | undefined;

export const warmPool: PoolRunnerInitializer = {
  name: "warm",
  createPoolWorker: (options) => {
    thread ??= new Thread(options);
    return new WarmWorker(options, thread);
  },
};
