/**
 * Copies the write-ahead log into the database on its own thread, because a checkpoint syncs the disk. The
 * log starts over only when all of it has been copied and nothing has been appended in the meantime. So the
 * bulk is copied alongside the writers, and the rest while group commit delays its next transaction; without
 * that, a log under steady load grows without bound.
 */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { Worker } from "node:worker_threads";
import type { GroupCommit } from "./group-commit.ts";
import { integer, text } from "./row.ts";

/** 32 MiB of log. */
export const pagesBetweenCheckpoints = 8_000;
/** 82 MB of log: from here on writers wait for the checkpoint that runs, as it does not keep up with them. */
const maxPages = 20_000;
/** Where a checkpoint could not finish, because of a reader for instance, the next one waits for as many. */
const pagesBeforeRetry = 1_000;
/** Ends the thread, which takes 17 MB. */
const idleMs = 10_000;

/** Whether this SQLite reports the length of the log without a checkpoint (3.51). */
export function canMeasureLog(database: DatabaseSync): boolean {
  const row = database.prepare("SELECT sqlite_version() AS version").get() ?? {};
  const [major = 0, minor = 0] = text(row, "version").split(".").map(Number);
  return major > 3 || (major === 3 && minor >= 51);
}

export class Checkpointer {
  readonly #path: string;
  readonly #database: DatabaseSync;
  readonly #commits: Pick<GroupCommit, "hold">;
  readonly #measure: StatementSync;
  #thread: Worker | undefined;
  #resting: NodeJS.Timeout | undefined;
  /** Pages of log at which the next checkpoint starts. */
  #startsAt = pagesBetweenCheckpoints;
  #running: Promise<void> | undefined;
  #isClosed = false;

  constructor(path: string, database: DatabaseSync, commits: Pick<GroupCommit, "hold">) {
    this.#path = path;
    this.#database = database;
    this.#commits = commits;
    this.#measure = database.prepare("PRAGMA wal_checkpoint(NOOP)");
  }

  /** Call it after each commit. Starts a checkpoint if the log is long enough. */
  afterCommit(): void {
    if (this.#isClosed) return;
    const pages = this.#pages();
    const running = this.#running;
    if (running !== undefined) {
      if (pages >= maxPages) void this.#commits.hold(() => running);
      return;
    }
    if (pages < pagesBetweenCheckpoints) this.#startsAt = pagesBetweenCheckpoints;
    if (pages >= this.#startsAt) this.#running = this.#run();
  }

  /** Ends the thread. A log that was not copied is copied by the next process that opens the database. */
  close(): void {
    clearTimeout(this.#resting);
    this.#isClosed = true;
    this.#endThread();
  }

  async #run(): Promise<void> {
    clearTimeout(this.#resting);
    const thread = this.#thread ?? this.#startThread();
    const isCopied = (await ask(thread)) && (await this.#commits.hold(() => ask(thread)));
    this.#running = undefined;
    if (this.#isClosed) return;
    if (!isCopied) this.#checkpointHere();
    this.#startsAt = this.#pages() + pagesBeforeRetry;
    this.#resting = setTimeout(() => this.#endThread(), idleMs).unref();
  }

  /** Blocks the event loop: for when there is no thread, as the log must not grow without bound. */
  #checkpointHere(): void {
    try {
      this.#database.exec("PRAGMA wal_checkpoint(PASSIVE)");
    } catch {
      // The next commit meets the same error and reports it.
    }
  }

  #pages(): number {
    const row = this.#measure.get();
    return row === undefined ? 0 : integer(row, "log");
  }

  #startThread(): Worker {
    const file = import.meta.url.endsWith(".ts") ? "./checkpoint-thread.ts" : "./checkpoint-thread.js";
    const thread = new Worker(new URL(file, import.meta.url), { workerData: this.#path });
    this.#thread = thread;
    thread.unref();
    // Without a listener an error of the thread would end the process.
    thread.on("error", () => {});
    thread.on("exit", () => {
      if (this.#thread === thread) this.#thread = undefined;
    });
    return thread;
  }

  #endThread(): void {
    this.#thread?.postMessage("close");
    this.#thread = undefined;
  }
}

/** Resolves to whether the thread copied what it could; also false if it ended. */
function ask(thread: Worker): Promise<boolean> {
  return new Promise((resolve) => {
    const answered = (isDone: boolean): void => {
      thread.off("message", answered).off("exit", ended).off("error", ended);
      resolve(isDone);
    };
    const ended = (): void => answered(false);
    thread.on("message", answered).on("exit", ended).on("error", ended);
    thread.postMessage("checkpoint");
  });
}
