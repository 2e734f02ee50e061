/** Runs the sweep that each installation makes every few minutes, without waiting until it is due. */
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { countOf, queryRows } from "./fence-triggers.ts";

/**
 * Makes the next tenure find that the last sweep was long ago. When it ends it writes the row again, without `isAsked`,
 * which shows that it swept. Rows of open tenures are left out: those have read theirs already.
 */
const makeDue = `
WITH asked AS (
  UPDATE carryover SET text = (jsonb_set(text::jsonb, '{round,at}', '0') || '{"isAsked": true}')::text
  WHERE is_open = 0 AND NOT installation_id = ANY($1) RETURNING installation_id)
UPDATE due SET due_at = now(), knocks = knocks + 1 FROM asked WHERE due.installation_id = asked.installation_id
RETURNING due.installation_id::int AS id`;
/** Otherwise an installation that failed would first wait until its backoff ends. */
const wakeAll = "UPDATE due SET due_at = now(), knocks = knocks + 1";
const asked = z.array(z.object({ id: z.number() }));
const underWay = "carryover WHERE is_open = 1 OR text::jsonb ? 'isAsked'";

const pollEveryMs = 200;

export interface Swept {
  readonly ms: number;
  readonly violations: readonly string[];
}

/**
 * Resolves when each installation had its sweep and the App's delivery log was read, or after `withinMs`.
 * @param url of the database
 */
export async function sweepAll(url: string, withinMs: number): Promise<Swept> {
  const begunAt = Date.now();
  await queryRows(url, wakeAll);
  const all = await countOf(url, "carryover");
  const done: number[] = [];
  while (done.length < all || (await countOf(url, underWay)) > 0) {
    const ms = Date.now() - begunAt;
    if (ms > withinMs)
      return { ms, violations: [`the sweep after the faults was not over within ${withinMs / 1000} s`] };
    done.push(...asked.parse(await queryRows(url, makeDue, [done])).map(({ id }) => id));
    await wait(pollEveryMs);
  }
  return { ms: Date.now() - begunAt, violations: [] };
}
