/**
 * Runs writes that take sequence numbers of installations (`numbers.ts`), those of one installation one after another: in
 * the database they would wait for the same lock, each occupying a connection. Each updates the caches before the next
 * begins.
 */
import type { InstallationId } from "../../../engine/model/fact.ts";
import { type ServedScope, servedByOthers, servesEverything } from "../served-scope.ts";
import { Numbers } from "../tables/numbers.ts";
import type { Connection, Queries, Transaction, TransactionHooks } from "./connection.ts";
import { type Wake, writeWithHooksAndWake } from "./wake-ups.ts";

/** Reads what a change depends on. It is sent together with the lock on its installations, and runs after it. */
export type Read<Found> = (queries: Queries) => Promise<Found>;

const readNothing: Read<undefined> = async () => undefined;

interface Begun<Found> {
  readonly numbers: Numbers;
  readonly found: Found;
}

/** A transaction whose installations are locked. */
export interface Change {
  readonly queries: Transaction;
  readonly numbers: Numbers;
  /** Calls `apply` after the commit, to update caches: they must never be ahead of the database. */
  readonly onceDurable: (apply: () => void) => void;
  /** Wakes the owners of these installations, except this process. */
  readonly wakeOthers: Wake;
}

export class Changes {
  readonly #connection: Connection;
  readonly #scope: ServedScope;
  /** By installation, the change that the next one waits for. */
  readonly #last = new Map<InstallationId, Promise<unknown>>();

  constructor(connection: Connection, scope: ServedScope = servesEverything) {
    this.#connection = connection;
    this.#scope = scope;
  }

  /** @param installations those whose numbers `work` may take */
  make<T>(installations: Iterable<InstallationId>, work: (change: Change) => Promise<T>): Promise<T> {
    return this.makeAfterReading(installations, readNothing, work);
  }

  /** As `make`; `work` also gets the result of `read`. */
  makeAfterReading<T, Found>(
    installations: Iterable<InstallationId>,
    read: Read<Found>,
    work: (change: Change, found: Found) => Promise<T>,
  ): Promise<T> {
    const ids = [...new Set(installations)];
    const before = ids.flatMap((id) => this.#last.get(id) ?? []);
    const made = Promise.allSettled(before).then(() => this.#write(ids, read, work));
    for (const id of ids) this.#last.set(id, made);
    void made
      .catch(() => {})
      .then(() => {
        for (const id of ids) if (this.#last.get(id) === made) this.#last.delete(id);
      });
    return made;
  }

  async #write<T, Found>(
    ids: readonly InstallationId[],
    read: Read<Found>,
    work: (change: Change, found: Found) => Promise<T>,
  ): Promise<T> {
    let applied: readonly (() => void)[] = [];
    const hooks: TransactionHooks<Begun<Found>> = {
      first: async (queries) => {
        const [numbers, found] = await Promise.all([Numbers.lock(queries, ids), read(queries)]);
        // Without rows to lock, `read` ran too early.
        return { numbers, found: numbers.areNew ? await read(queries) : found };
      },
      last: (queries, { numbers }) => numbers.save(queries),
    };
    const result = await writeWithHooksAndWake(
      this.#connection,
      hooks,
      (queries, { numbers, found }, wake) => {
        const toApply: (() => void)[] = [];
        applied = toApply;
        const onceDurable = (apply: () => void) => void toApply.push(apply);
        const wakeOthers: Wake = (installations) => wake(servedByOthers(this.#scope, installations));
        return work({ queries, numbers, onceDurable, wakeOthers }, found);
      },
    );
    for (const apply of applied) apply();
    return result;
  }
}
