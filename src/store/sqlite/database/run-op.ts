/** Answers operations from SQLite, each statement at once. Prepared statements are kept. */
import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import type { Asked, Database, Op, Sql, Values } from "../../sql/op.ts";
import type { GroupCommit } from "./group-commit.ts";

interface Prepared {
  readonly statement: StatementSync;
  readonly returnsRows: boolean;
  /** The lists that `rows(…)` zips, by the parameter that takes them. */
  readonly zipped: ReadonlyMap<string, readonly string[]>;
}

const rowsOf = /rows\(([^)]*)\)/g;

/** PostgreSQL's notation in SQLite's words. */
function inSqlite(text: string): { readonly text: string; readonly zipped: Prepared["zipped"] } {
  const zipped = new Map<string, readonly string[]>();
  const written = text
    .replace(rowsOf, (_, lists: string) => {
      const names = [...lists.matchAll(/(?<!:):(\w+)/g)].map(([, name = ""]) => name);
      const parameter = names.join("__");
      zipped.set(parameter, names);
      return `(SELECT ${names.map((name, i) => `value ->> ${i} AS "${name}"`).join(", ")} FROM json_each(:${parameter}))`;
    })
    .replace(/= ANY\(:(\w+)(?:::\w+\[\])?\)/g, "IN (SELECT value FROM json_each(:$1))")
    .replace(/::\w+(\[\])?/g, "");
  return { text: written, zipped };
}

export type RunOp = <T>(op: Op<T>) => T;

export function opsOn(database: DatabaseSync): RunOp {
  const prepared = new Map<Sql, Prepared>();

  function prepare(query: Sql): Prepared {
    const known = prepared.get(query);
    if (known !== undefined) return known;
    const { text, zipped } = inSqlite(query.text);
    const statement = database.prepare(text);
    statement.setAllowUnknownNamedParameters(true);
    const made = { statement, zipped, returnsRows: statement.columns().length > 0 };
    prepared.set(query, made);
    return made;
  }

  function answer({ sql, values }: Asked) {
    const { statement, zipped, returnsRows } = prepare(sql);
    const given = bound(values, zipped);
    if (returnsRows) return { rows: statement.all(given), changed: 0 };
    return { rows: [], changed: Number(statement.run(given).changes) };
  }

  return (op) => {
    let step = op.next();
    while (step.done !== true) step = op.next(step.value.map(answer));
    return step.value;
  };
}

function bound(values: Values, zipped: Prepared["zipped"]): Record<string, SQLInputValue> {
  const given: Record<string, SQLInputValue> = {};
  for (const [name, value] of Object.entries(values))
    given[name] = typeof value === "object" && value !== null ? JSON.stringify(value) : value;
  for (const [parameter, names] of zipped) {
    const lists = names.map((name) => values[name] as readonly unknown[]);
    given[parameter] = JSON.stringify((lists[0] ?? []).map((_, i) => lists.map((list) => list[i])));
  }
  return given;
}

export function sqliteDatabase(database: DatabaseSync, write: GroupCommit["run"]): Database {
  const runOp = opsOn(database);
  return { read: async (op) => runOp(op()), write: (op) => write(() => runOp(op())) };
}
