/**
 * The one queue of writers: whoever asks within one turn of the event loop shares one transaction and one wait for the
 * disk. A newcomer would let a failing member end the transaction: each has its own savepoint, and only a failure of
 * the transaction itself (disk full, database locked) fails them all.
 */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { Defect } from "../../base/errors.ts";

/** More members wait for the next transaction, so that one burst neither fills memory nor holds up the event loop. */
const maxMembers = 512;

interface Member {
  /** Runs inside the transaction. Returns what to do once it is durable. */
  readonly write: () => () => void;
  readonly fail: (reason: unknown) => void;
}

export class GroupCommit {
  readonly #database: DatabaseSync;
  readonly #begin: StatementSync;
  readonly #commit: StatementSync;
  readonly #savepoint: StatementSync;
  readonly #release: StatementSync;
  readonly #onRollback: () => void;
  #waiting: Member[] = [];
  #scheduled: NodeJS.Immediate | undefined;
  #closed = false;

  /** @param onRollback called when some member's writes were undone: what was read since may not be true. */
  constructor(database: DatabaseSync, onRollback: () => void) {
    this.#database = database;
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
      this.#scheduled ??= setImmediate(() => this.#flush());
    });
  }

  /** Commits what is waiting and takes no more. */
  close(): void {
    this.#closed = true;
    clearImmediate(this.#scheduled);
    while (this.#waiting.length > 0) this.#flush();
  }

  #flush(): void {
    const members = this.#waiting.splice(0, maxMembers);
    this.#scheduled =
      this.#waiting.length > 0 && !this.#closed ? setImmediate(() => this.#flush()) : undefined;
    let settle: readonly (() => void)[];
    try {
      this.#begin.run();
      settle = members.map((member) => this.#attempt(member));
      this.#commit.run();
    } catch (error) {
      this.#rollBack();
      for (const member of members) member.fail(error);
      return;
    }
    for (const done of settle) done();
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
      return () => member.fail(error);
    }
  }

  #rollBack(): void {
    if (this.#database.isTransaction) this.#database.exec("ROLLBACK");
    this.#onRollback();
  }
}
