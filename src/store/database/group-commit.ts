/**
 * The one queue of writers. Whoever asks within one turn of the event loop, or while the disk is waited for, shares the
 * next transaction and the next wait. A newcomer would let a failing member end the transaction: each has its own
 * savepoint, and only a failure of the transaction itself (disk full, database locked) fails them all.
 */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { Defect } from "../../base/errors.ts";
import { isOfStorage } from "../storage-faults.ts";
import type { LogDisk } from "./log-disk.ts";

/** More members wait for the next transaction, so that one burst neither fills memory nor holds up the event loop. */
const maxMembers = 512;

interface Member {
  /** Runs inside the transaction. Returns what to do once it is durable. */
  readonly write: () => () => void;
  readonly fail: (reason: unknown) => void;
}

/** A member whose transaction is committed: what to tell it when that is on the disk, or never will be. */
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
  /** Whether the storage failed a member of the present group. */
  #hasFailed = false;
  #scheduled: NodeJS.Immediate | undefined;
  #closed = false;
  /** Called with why the storage failed, or with nothing after a commit that is on the disk. */
  onOutcome: (thrown?: unknown) => void = () => {};

  /** @param onRollback called when some member's writes were undone: what was read since may not be true. */
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
   * Runs `write` in the next transaction and resolves to its value when that is durable, after `onDurable`. Rejects
   * with what `write` threw, in which case nothing of it is kept, or with what kept the transaction from committing.
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
   * Runs `write` at once in a transaction of its own, and does not wait for the disk: for what a power cut may take,
   * because the disk has it elsewhere.
   * @throws what `write` threw, or what kept the transaction from committing: then nothing of it is kept
   */
  now(write: () => void): void {
    if (this.#closed) throw new Defect("The store is closed.");
    try {
      this.#begin.run();
      write();
      this.#commit.run();
    } catch (error) {
      this.#rollBack();
      this.#note(error);
      throw error;
    }
  }

  /** Commits what is waiting, brings it to the disk and takes no more. */
  close(): void {
    this.#closed = true;
    clearImmediate(this.#scheduled);
    const committed: Committed[] = [];
    while (this.#waiting.length > 0) committed.push(...this.#commitNext());
    this.#disk.syncNow();
    for (const { done } of committed) done();
  }

  #schedule(): void {
    if (this.#waiting.length === 0 || this.#isSyncing || this.#closed) return;
    this.#scheduled ??= setImmediate(() => {
      this.#scheduled = undefined;
      void this.#flush();
    });
  }

  /** Holds the next group back until the disk has this one: the group grows meanwhile, and waits only once. */
  async #flush(): Promise<void> {
    const committed = this.#commitNext();
    this.#isSyncing = true;
    try {
      if (committed.length > 0) await this.#disk.sync();
      if (committed.length > 0 && !this.#hasFailed) this.onOutcome();
      for (const { done } of committed) done();
    } catch (error) {
      // What the disk has taken is unknown from here on, and asking it again would hide that.
      this.#closed = true;
      this.onOutcome(error);
      for (const { fail } of [...committed, ...this.#waiting.splice(0)]) fail(error);
    }
    this.#isSyncing = false;
    this.#schedule();
  }

  /** One transaction. @returns its members; none where it failed, and all were told */
  #commitNext(): readonly Committed[] {
    const members = this.#waiting.splice(0, maxMembers);
    this.#hasFailed = false;
    try {
      this.#begin.run();
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
      // SQLite ends the whole transaction itself for some failures of the machine; then nobody's work is left.
      if (!this.#database.isTransaction) throw error;
      this.#database.exec("ROLLBACK TO member; RELEASE member");
      this.#onRollback();
      this.#note(error);
      return () => member.fail(error);
    }
  }

  /** A statement may fail by what it says, which says nothing about the storage. */
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
