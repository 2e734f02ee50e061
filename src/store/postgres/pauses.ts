/** Stores the operator's pauses: GitHub has no record of them, so they are not part of what `rebuild` replaces. */
import { integer, optional, type Row, text } from "../../base/row.ts";
import type { OwnersPauses, Pause, PausedScope } from "../../dispatcher/schedule/pauses.ts";
import type { KeptPauses } from "../shape/kept-pauses.ts";
import type { Connection } from "./database/connection.ts";
import { statement } from "./database/statement.ts";

const all = statement("SELECT * FROM pause ORDER BY of, repository_id");
const lockTable = statement("LOCK TABLE pause IN SHARE ROW EXCLUSIVE MODE");
const clear = statement("DELETE FROM pause");
const insert = statement(`
INSERT INTO pause (of, repository_id, name, reason, since) VALUES (:of, :repository, :name, :reason, :since)`);

export class PostgresPauses implements KeptPauses {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async read(): Promise<OwnersPauses> {
    return pausesIn(await this.#connection.all(all));
  }

  async change(work: (pauses: OwnersPauses) => OwnersPauses): Promise<void> {
    await this.#connection.write(async (queries) => {
      await queries.all(lockTable);
      const { claims, ...writing } = work(pausesIn(await queries.all(all)));
      await queries.run(clear);
      for (const row of [...rowsOf("writing", writing), ...(claims ? rowsOf("claims", claims) : [])])
        await queries.run(insert, row);
    });
  }
}

function pausesIn(rows: readonly Row[]): OwnersPauses {
  const claims = rows.filter((row) => row.of === "claims");
  return {
    ...scopeIn(rows.filter((row) => row.of === "writing")),
    ...(claims.length === 0 ? {} : { claims: scopeIn(claims) }),
  };
}

function scopeIn(rows: readonly Row[]): PausedScope {
  const everything = rows.find((row) => text(row, "repository_id") === "");
  const named = rows.filter((row) => row !== everything);
  return {
    everything: everything && pauseIn(everything),
    repositories: new Map(
      named.map((row) => [text(row, "repository_id"), { ...pauseIn(row), name: text(row, "name") }]),
    ),
  };
}

function pauseIn(row: Row): Pause {
  return { reason: optional(text, row, "reason"), since: integer(row, "since") };
}

function rowsOf(of: "writing" | "claims", { everything, repositories }: PausedScope) {
  const all = everything === undefined ? [] : [rowOf(of, "", { ...everything, name: "" })];
  return [...all, ...[...repositories].map(([id, pause]) => rowOf(of, id, pause))];
}

function rowOf(of: "writing" | "claims", repository: string, pause: Pause & { readonly name: string }) {
  const { name, reason = null, since } = pause;
  return { of, repository, name, reason, since };
}
