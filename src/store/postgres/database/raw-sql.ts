/** Runs the SQL of a library (pg-boss) on our connections, within our transactions or with our timeouts. */
import { createHash } from "node:crypto";
import type { Pool } from "pg";
import { Defect } from "../../../base/errors.ts";
import type { Row } from "../../../base/row.ts";
import type { Queries } from "./connection.ts";
import type { Cell, Value, Values } from "./statement.ts";

export interface RawSql {
  /** The parameters are `$1`, `$2` and so on. */
  executeSql(text: string, values?: readonly unknown[]): Promise<{ rows: Row[] }>;
}

export function rawSqlIn(queries: Queries): RawSql {
  return {
    executeSql: async (text, values = []) => {
      const name = createHash("sha256").update(text).digest("hex").slice(0, 32);
      const given: Values = Object.fromEntries(
        values.map((value, place) => [`p${place}`, parameterOf(value)]),
      );
      return { rows: [...(await queries.all({ name, text, parameters: Object.keys(given) }, given))] };
    },
  };
}

/** Each statement is a transaction of its own. */
export function rawSqlOn(pool: Pool): RawSql {
  return { executeSql: (text, values = []) => pool.query<Row>(text, [...values]) };
}

function parameterOf(value: unknown): Value {
  if (isCell(value)) return value;
  if (Array.isArray(value) && value.every(isCell)) return value;
  throw new Defect(`A statement has a parameter that is a ${typeof value}.`);
}

function isCell(value: unknown): value is Cell {
  return value === null || typeof value === "string" || typeof value === "number";
}
