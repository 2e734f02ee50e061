/**
 * Sequence numbers that cursors of readers consist of: editions, lines of the ledger, numbers of notes. Each installation
 * has its own counters. A transaction locks them until it ends: otherwise a reader could pass a number that was taken and
 * is not committed yet, and miss its row.
 */
import { Defect } from "../../../base/errors.ts";
import { integer, type Row } from "../../../base/row.ts";
import type { InstallationId } from "../../../engine/model/fact.ts";
import type { Queries } from "../database/connection.ts";
import { statement } from "../database/statement.ts";

const create = statement(
  "INSERT INTO version (installation_id) SELECT unnest(:ids::bigint[]) ON CONFLICT DO NOTHING",
);
const lock = statement(`
SELECT installation_id, number, line, note FROM version WHERE installation_id = ANY(:ids::bigint[])
ORDER BY installation_id FOR UPDATE`);
const save = statement(`
UPDATE version SET number = v.number, line = v.line, note = v.note
FROM unnest(:ids::bigint[], :numbers::bigint[], :lines::bigint[], :notes::bigint[]) AS v (id, number, line, note)
WHERE installation_id = v.id`);

interface Counters {
  readonly number: number;
  readonly line: number;
  readonly note: number;
  /** Whether the version was incremented: all changes of a transaction have the same one. */
  readonly isIncremented: boolean;
}

export class Numbers {
  /** Whether counters had to be created: there was nothing to lock, so what was read with the lock may be outdated. */
  readonly areNew: boolean;
  readonly #counters: Map<InstallationId, Counters>;
  /** Installations of which a number was taken. */
  readonly #taken = new Set<InstallationId>();

  private constructor(counters: Iterable<readonly [InstallationId, Counters]>, areNew: boolean) {
    this.#counters = new Map(counters);
    this.areNew = areNew;
  }

  /** Call it before all other writes, once, with all installations: two transactions must lock in one order. */
  static async lock(queries: Queries, installations: Iterable<InstallationId>): Promise<Numbers> {
    const ids = [...new Set(installations)].sort((a, b) => a - b);
    let rows = await queries.all(lock, { ids });
    const areNew = rows.length < ids.length;
    if (areNew) {
      await queries.run(create, { ids });
      rows = await queries.all(lock, { ids });
    }
    const counters = rows.map((row) => [integer(row, "installation_id"), countersIn(row)] as const);
    return new Numbers(counters, areNew);
  }

  /** The version that the installation has after this transaction. */
  edition(installation: InstallationId): number {
    return this.#next(installation, (at) =>
      at.isIncremented ? at : { ...at, number: at.number + 1, isIncremented: true },
    ).number;
  }

  line(installation: InstallationId): number {
    return this.#next(installation, (at) => ({ ...at, line: at.line + 1 })).line;
  }

  note(installation: InstallationId): number {
    return this.#next(installation, (at) => ({ ...at, note: at.note + 1 })).note;
  }

  /** Call it at the end of the transaction. */
  async save(queries: Queries): Promise<void> {
    const taken = [...this.#taken].map((id) => ({ id, ...this.#locked(id) }));
    if (taken.length === 0) return;
    await queries.run(save, {
      ids: taken.map(({ id }) => id),
      numbers: taken.map(({ number }) => number),
      lines: taken.map(({ line }) => line),
      notes: taken.map(({ note }) => note),
    });
  }

  #next(installation: InstallationId, step: (at: Counters) => Counters): Counters {
    const next = step(this.#locked(installation));
    this.#counters.set(installation, next);
    this.#taken.add(installation);
    return next;
  }

  #locked(installation: InstallationId): Counters {
    const at = this.#counters.get(installation);
    if (at === undefined) throw new Defect(`The counters of installation ${installation} are not locked.`);
    return at;
  }
}

function countersIn(row: Row): Counters {
  const number = integer(row, "number");
  const line = integer(row, "line");
  const note = integer(row, "note");
  return { number, line, note, isIncremented: false };
}
