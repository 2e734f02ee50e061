/**
 * How PostgreSQL plans our statements. Planning most of them takes longer than running them, and they look up rows by key,
 * so one plan fits all values. A plan that is made while a table is empty would be a sequential scan, and stay until the
 * next ANALYZE, so those are disabled.
 */
import { statement } from "./statement.ts";

const settings = { plan_cache_mode: "force_generic_plan", enable_seqscan: "off", jit: "off" } as const;

/** For all statements of a connection. */
export const planByKey = statement(
  `SELECT ${Object.entries(settings)
    .map(([name, value]) => `set_config('${name}', '${value}', false)`)
    .join(", ")}`,
);

/** For the rest of a transaction: a plan for the values, as the database's own settings have it. */
export const planForValues = statement(
  `SELECT ${Object.keys(settings)
    .map((name) => `set_config('${name}', NULL, true)`)
    .join(", ")}`,
);

/**
 * A column as an expression that no index can serve. While a table is empty, each of its indexes looks as good as the right
 * one. PostgreSQL would choose any that fits, keep the plan, and read all of it once the table has filled.
 */
export const unindexed = {
  text: (column: string): string => `(${column} || '')`,
  number: (column: string): string => `(${column} + 0)`,
};
