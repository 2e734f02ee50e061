/**
 * The single queue of writes. Writes requested in the same turn of the event loop, or during a sync, share
 * the next transaction and the next sync. Each has its own savepoint, so one that throws fails alone; only a
 * failure of the transaction itself (disk full, database locked) fails them all.
 */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { Defect } from "../../../base/errors.ts";
import { isOfStorage } from "../storage-faults.ts";
import type { LogDisk } from "./log-disk.ts";

/**
 * Further members wait for the next transaction, so that a burst neither fills memory nor blocks the event
 * loop.
 */
const maxMembers = 512;

interface Member {
  /** Runs inside the transaction. Returns what to call once it is durable. */
  readonly write: () => () => void;
  readonly fail: (reason: unknown) => void;
}

/** A member of a committed transaction, with its callbacks for a successful and a failed sync. */
interface Committed {
  readonly done: () => void;
  readonly fail: (reason: unknown) => void;
}

export class GroupCommit {
  readonly #database: DatabaseSync;
  readonly #begin: StatementSync;
  readonly #commit: StatementSync;
  readonly #savepoint: StatementSync;
  readonly #release: StatementSync;
  readonly #onRollback: () => void;
  readonly #disk: LogDisk;
  #waiting: Member[] = [];
  #isSyncing = false;
  /** Whether the storage failed a member of the current group. */
  #hasFailed = false;
  #scheduled: NodeJS.Immediate | undefined;
  #closed = false;
  /** How many hold the queue back. */
  #holders = 0;
  /** Called first in each transaction. If it throws, nothing is written. */
  requireOwnership: () => void = () => {};
  /** Called after each commit of the queue, and after each of `now`. */
  onCommit: () => void = () => {};
  /** Called with the error of the storage, or without an argument once a commit is durable. */
  onOutcome: (thrown?: unknown) => void = () => {};

  /** @param onRollback called when writes were rolled back: anything read since may be wrong */
  constructor(database: DatabaseSync, disk: LogDisk, onRollback: () => void) {
    this.#database = database;
    this.#disk = disk;
    this.#onRollback = onRollback;
    this.#begin = database.prepare("BEGIN IMMEDIATE");
    this.#commit = database.prepare("COMMIT");
    this.#savepoint = database.prepare("SAVEPOINT member");
    this.#release = database.prepare("RELEASE member");
  }

  /**
   * Runs `write` in the next transaction. Resolves to its value once that is durable and `onDurable` has run.
   * Rejects with what `write` threw, after rolling it back, or with what made the commit fail.
   */
  run<T>(write: () => T, onDurable: () => void = () => {}): Promise<T> {
    if (this.#closed) return Promise.reject(new Defect("The store is closed."));
    return new Promise<T>((resolve, fail) => {
      const settle = (value: T) => () => {
        try {
          onDurable();
          resolve(value);
        } catch (error) {
          fail(error);
        }
      };
      this.#waiting.push({ write: () => settle(write()), fail });
      this.#schedule();
    });
  }

  /**
   * Runs `write` immediately in its own transaction, without a sync. Only for data that can be recreated
   * after a power failure from elsewhere on disk.
   * @throws the error of `write` or of the commit; either way it is rolled back
   */
  now(write: () => void): void {
    if (this.#closed) throw new Defect("The store is closed.");
    try {
      this.#begin.run();
      this.requireOwnership();
      write();
      this.#commit.run();
      this.onCommit();
    } catch (error) {
      this.#rollBack();
      this.#note(error);
      throw error;
    }
  }

  /**
   * Runs `work` while the queue begins no transaction: those requested in the meantime wait until it has
   * ended. `now` and `close` do not wait. Resolves to the result of `work`.
   */
  async hold<T>(work: () => Promise<T>): Promise<T> {
    this.#holders += 1;
    try {
      return await work();
    } finally {
      this.#holders -= 1;
      this.#schedule();
    }
  }

  /** Whether `hold` runs: a write by `now` that can wait should. */
  get isHeld(): boolean {
    return this.#holders > 0;
  }

  /** Commits and syncs the pending writes, then refuses further ones. */
  close(): void {
    this.#closed = true;
    clearImmediate(this.#scheduled);
    const committed: Committed[] = [];
    while (this.#waiting.length > 0) committed.push(...this.#commitNext());
    this.#disk.syncNow();
    for (const { done } of committed) done();
  }

  #schedule(): void {
    if (this.#waiting.length === 0 || this.#isSyncing || this.isHeld || this.#closed) return;
    this.#scheduled ??= setImmediate(() => {
      this.#scheduled = undefined;
      if (!this.isHeld) void this.#flush();
    });
  }

  /**
   * Commits the next group and syncs it. No other group starts in the meantime, so that new arrivals share
   * one sync.
   */
  async #flush(): Promise<void> {
    const committed = this.#commitNext();
    this.#isSyncing = true;
    try {
      if (committed.length > 0) await this.#disk.sync();
      if (committed.length > 0 && !this.#hasFailed) this.onOutcome();
      for (const { done } of committed) done();
    } catch (error) {
      // After a failed sync the state of the disk is unknown, and a second sync could succeed without having
      // written.
      this.#closed = true;
      this.onOutcome(error);
      for (const { fail } of [...committed, ...this.#waiting.splice(0)]) fail(error);
    }
    this.#isSyncing = false;
    if (committed.length > 0) this.onCommit();
    this.#schedule();
  }

  /** Runs one transaction. @returns its members; none if it failed, in which case all were rejected */
  #commitNext(): readonly Committed[] {
    const members = this.#waiting.splice(0, maxMembers);
    this.#hasFailed = false;
    try {
      this.#begin.run();
      this.requireOwnership();
      const committed = members.map((member) => ({ done: this.#attempt(member), fail: member.fail }));
      this.#commit.run();
      return committed;
    } catch (error) {
      this.#rollBack();
      this.onOutcome(error);
      for (const member of members) member.fail(error);
      return [];
    }
  }

  #attempt(member: Member): () => void {
    this.#savepoint.run();
    try {
      const done = member.write();
      this.#release.run();
      return done;
    } catch (error) {
      // For some I/O errors SQLite rolls back the whole transaction itself, and every member's writes are
      // lost.
      if (!this.#database.isTransaction) throw error;
      this.#database.exec("ROLLBACK TO member; RELEASE member");
      this.#onRollback();
      this.#note(error);
      return () => member.fail(error);
    }
  }

  /** Ignores errors that a statement's own values caused: they say nothing about the storage. */
  #note(error: unknown): void {
    if (!isOfStorage(error)) return;
    this.#hasFailed = true;
    this.onOutcome(error);
  }

  #rollBack(): void {
    if (this.#database.isTransaction) this.#database.exec("ROLLBACK");
    this.#onRollback();
  }
}
