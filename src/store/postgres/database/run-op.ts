/** Answers operations from PostgreSQL. The statements of one step go out together. */
import type { Asked, Database, Op, Sql } from "../../sql/op.ts";
import type { Connection, Queries } from "./connection.ts";
import { type Statement, statement } from "./statement.ts";

const prepared = new WeakMap<Sql, Statement>();

function prepare(query: Sql): Statement {
  const made = prepared.get(query) ?? statement(query.text.replace(/\brows\(/g, "unnest("));
  prepared.set(query, made);
  return made;
}

export async function runOp<T>(queries: Queries, op: Op<T>): Promise<T> {
  const answer = async ({ sql, values }: Asked) => {
    const query = prepare(sql);
    if (/^\s*(?:INSERT|UPDATE|DELETE)/.test(query.text))
      return { rows: [], changed: await queries.run(query, values) };
    return { rows: await queries.all(query, values), changed: 0 };
  };
  let step = op.next();
  while (step.done !== true) step = op.next(await Promise.all(step.value.map(answer)));
  return step.value;
}

export function postgresDatabase(connection: Connection): Database {
  return {
    read: (op) => runOp(connection, op()),
    write: (op) => connection.write((queries) => runOp(queries, op())),
  };
}
