/** How often a model was called in the past hour, by all processes that share the database. */
import type { Millis } from "../../../base/clock.ts";
import { callMinutes } from "../../shape/call-minutes.ts";
import type { Queries } from "../database/connection.ts";
import { statement } from "../database/statement.ts";

/** A statement of its own: one that waits for a lock counts what was committed before it began. */
const inTurn = statement("LOCK TABLE model_call IN SHARE ROW EXCLUSIVE MODE");
const forget = statement("DELETE FROM model_call WHERE minute < :first");
const count = statement(`
INSERT INTO model_call (minute, calls)
SELECT :minute, 1 WHERE (SELECT coalesce(sum(calls), 0) FROM model_call) < :limit
ON CONFLICT (minute) DO UPDATE SET calls = model_call.calls + 1`);

export async function countModelCall(queries: Queries, limit: number, now: Millis): Promise<boolean> {
  const { first, minute } = callMinutes(now);
  await queries.all(inTurn);
  await queries.run(forget, { first });
  return (await queries.run(count, { minute, limit })) > 0;
}
