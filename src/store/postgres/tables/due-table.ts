/**
 * When each installation is to be served next. The column `knocks` counts its wake-ups, so that a tenure that ends can
 * tell whether one came meanwhile. Times are PostgreSQL's: the clocks of workers may differ.
 */
import type { Millis } from "../../../base/clock.ts";
import { integer, optional } from "../../../base/row.ts";
import type { Fence } from "../../../dispatcher/ports/fence.ts";
import type { NextTime, Taken } from "../../../dispatcher/ports/tenure.ts";
import { type InstallationId, noInstallation } from "../../../engine/model/fact.ts";
import type { OldestDue } from "../../shape/shared-tables.ts";
import type { Queries } from "../database/connection.ts";
import { statement } from "../database/statement.ts";

const inMs = (name: string): string => `now() + ${name}::float8 * interval '1 millisecond'`;

const wake = statement(`
INSERT INTO due (installation_id, due_at, knocks)
SELECT id, now(), 1 FROM unnest(:ids::bigint[]) WITH ORDINALITY AS i (id, place) ORDER BY place
ON CONFLICT (installation_id) DO UPDATE SET due_at = greatest(least(due.due_at, excluded.due_at), due.not_before),
  knocks = due.knocks + 1`);
const dueNow = statement(
  "SELECT installation_id AS id FROM due WHERE due_at <= now() ORDER BY due_at LIMIT :limit",
);
const oldest = statement(`
SELECT installation_id AS id, (extract(epoch FROM now() - due_at) * 1000)::bigint AS since_ms FROM due
WHERE due_at <= now() ORDER BY due_at LIMIT 1`);
// Longer than pg-boss lets a job run. If a process and its job are lost, the installation is due again after this.
const meanwhile = inMs(String(5 * 60 * 60_000));
// A process that lost the installation must not consume a wake-up for the new owner.
const acknowledge = statement(`
UPDATE due SET due_at = ${meanwhile} FROM fence
WHERE due.installation_id = :installationId AND fence.installation_id = :installationId AND token = :token
RETURNING knocks`);
const begin = statement(`
INSERT INTO due (installation_id, due_at) VALUES (:id, ${meanwhile})
ON CONFLICT (installation_id) DO UPDATE SET due_at = excluded.due_at
RETURNING knocks, failures,
  greatest(0, ceil(extract(epoch FROM greatest(not_before, now()) - now()) * 1000))::bigint AS wait_ms`);
const end = statement(`
UPDATE due SET due_at = ${inMs(":afterMs")}, failures = 0 WHERE installation_id = :id AND knocks = :wakeUps`);
const makeDueNow = statement("UPDATE due SET due_at = now(), failures = 0 WHERE installation_id = :id");
const fail = statement(`
UPDATE due SET failures = failures + 1, not_before = ${inMs(":minDelayMs")},
  due_at = CASE WHEN knocks = :wakeUps THEN ${inMs(":afterMs")} ELSE ${inMs(":minDelayMs")} END
WHERE installation_id = :id`);
const addMissing = statement(`
INSERT INTO due (installation_id, due_at)
SELECT id, now() FROM (
  SELECT unnest(:ids::bigint[]) UNION SELECT installation_id FROM repository UNION SELECT ${noInstallation}) AS i (id) ORDER BY id
ON CONFLICT DO NOTHING`);

/** @param installations ascending, each once: two transactions must lock in one order */
export async function wakeInstallations(
  queries: Queries,
  installations: readonly InstallationId[],
): Promise<void> {
  await queries.run(wake, { ids: installations });
}

/** The longest waiting first. */
export async function installationsDue(queries: Queries, limit: number): Promise<readonly InstallationId[]> {
  return (await queries.all(dueNow, { limit })).map((row) => integer(row, "id"));
}

/** The installation that has waited longest for an owner; undefined if none waits. */
export async function oldestDue(queries: Queries): Promise<OldestDue | undefined> {
  const row = await queries.one(oldest);
  return row && { installationId: integer(row, "id"), sinceMs: integer(row, "since_ms") };
}

/**
 * Clears the due time and resolves to the number of wake-ups so far: the caller must do what was due by now. Undefined if
 * the fence is lost.
 */
export async function acknowledgeWakeUps(queries: Queries, fence: Fence): Promise<number | undefined> {
  return optional(integer, await queries.one(acknowledge, { ...fence }), "knocks");
}

export async function beginDue(queries: Queries, id: InstallationId): Promise<Omit<Taken, "token">> {
  const row = (await queries.one(begin, { id })) ?? {};
  return {
    wakeUps: integer(row, "knocks"),
    failures: integer(row, "failures"),
    waitMs: integer(row, "wait_ms"),
  };
}

/** Resolves to false and changes nothing if there was a wake-up since. */
export async function endDue(queries: Queries, id: InstallationId, next: NextTime): Promise<boolean> {
  switch (next.type) {
    case "quiet":
      return (await queries.run(end, { id, wakeUps: next.wakeUps, afterMs: atMostADay(next.afterMs) })) === 1;
    case "still due":
      return (await queries.run(makeDueNow, { id })) === 1;
    case "failed":
      return (
        (await queries.run(fail, {
          id,
          wakeUps: next.wakeUps,
          minDelayMs: next.minDelayMs,
          afterMs: atMostADay(next.afterMs),
        })) === 1
      );
  }
}

/** Makes due, besides the given installations, those in the index that have no row, and what belongs to none. */
export async function addMissingDue(queries: Queries, ids: readonly InstallationId[]): Promise<void> {
  await queries.run(addMissing, { ids });
}

/** Never later than in a day: PostgreSQL has no interval for "never". */
const atMostADay = (afterMs: Millis): Millis => Math.min(Math.max(0, afterMs), 24 * 60 * 60_000);
