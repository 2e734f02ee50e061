/** How often a model was called in the past hour, also by a process before this one. */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Millis } from "../../../base/clock.ts";
import { callMinutes } from "../../shape/call-minutes.ts";

export class ModelCallTable {
  readonly #forget: StatementSync;
  readonly #count: StatementSync;

  constructor(database: DatabaseSync) {
    this.#forget = database.prepare("DELETE FROM model_call WHERE minute < ?");
    this.#count = database.prepare(`
INSERT INTO model_call (minute, calls)
SELECT :minute, 1 WHERE (SELECT coalesce(sum(calls), 0) FROM model_call) < :limit
ON CONFLICT (minute) DO UPDATE SET calls = calls + 1`);
  }

  /** Whether there was room for one more. */
  count(limit: number, now: Millis): boolean {
    const { first, minute } = callMinutes(now);
    this.#forget.run(first);
    return this.#count.run({ minute, limit }).changes > 0;
  }
}
