/** How often a model was called in the past hour, by all processes that share the database. */
import type { Millis } from "../../../base/clock.ts";
import { callMinutes } from "../../shape/call-minutes.ts";
import { all, type Op, run, type Sql, sql } from "../op.ts";

const forget = sql("DELETE FROM model_call WHERE minute < :first");
const count = sql(`
INSERT INTO model_call (minute, calls)
SELECT :minute::int, 1 WHERE (SELECT coalesce(sum(calls), 0) FROM model_call) < :limit
ON CONFLICT (minute) DO UPDATE SET calls = model_call.calls + 1`);

/** @param inTurn a statement that makes other processes wait, where there are any */
export function* countModelCall(limit: number, now: Millis, inTurn: Sql | undefined): Op<boolean> {
  const { first, minute } = callMinutes(now);
  if (inTurn !== undefined) yield* all(inTurn);
  yield* run(forget, { first });
  return (yield* run(count, { minute, limit })) > 0;
}
