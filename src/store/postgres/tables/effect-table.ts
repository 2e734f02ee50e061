/**
 * Effects between decision and receipt. In each slot of an issue only the newest proposal waits; an effect being sent is
 * never changed, and a refused one is not retried until something else is proposed.
 */
import type { Millis } from "../../../base/clock.ts";
import { integer, optional, type Row, text } from "../../../base/row.ts";
import { isCreate } from "../../../dispatcher/perform/creates.ts";
import type { EffectOutcome } from "../../../dispatcher/ports/outbox.ts";
import { type InstallationId, type NodeId, noInstallation } from "../../../engine/model/fact.ts";
import type { AddedEffect, EffectPlan } from "../../shape/effect-plan.ts";
import { lostOutcome, type SettledEffect, settledEffect } from "../../shape/settled-effect.ts";
import { priorityOf, rankOf } from "../../shape/slot-order.ts";
import { parseEffect } from "../../shape/stored-json.ts";
import type { Queries, Transaction } from "../database/connection.ts";
import { unindexed } from "../database/plans.ts";
import { statement, type Values } from "../database/statement.ts";

/** How long a request of another process may be in flight, and how long GitHub may not show what it created. */
const unseenForMs = 25_000;

const byAge = `ORDER BY ${unindexed.number("id")}`;
const ofIssues = statement(`SELECT * FROM effect WHERE issue_id = ANY(:ids::text[]) ${byAge}`);
const wish = statement(`
UPDATE effect SET is_wished = v.is_wished FROM unnest(:ids::bigint[], :wished::int[]) AS v (id, is_wished)
WHERE effect.id = v.id`);
const remove = statement("DELETE FROM effect WHERE id = ANY(:ids::bigint[])");
const reword = statement(`
UPDATE effect SET effect = v.effect, reason = v.reason
FROM unnest(:ids::bigint[], :effects::text[], :reasons::text[]) AS v (id, effect, reason) WHERE effect.id = v.id`);
const forgetRefused = statement(`
DELETE FROM effect WHERE state = 'refused'
  AND (issue_id, slot) IN (SELECT * FROM unnest(:issues::text[], :slots::text[]))`);
const insert = statement(`
INSERT INTO effect (issue_id, repository_id, installation_id, slot, rank, priority, key, effect, reason, state, is_wished,
  attempts, due_at, sent_at)
SELECT e.issue_id, e.repository_id, r.installation_id, e.slot, e.rank, e.priority, e.key, e.effect, e.reason, 'waiting', 1, 0,
  :at::bigint, e.sent_at
FROM unnest(:issues::text[], :repositories::text[], :slots::text[], :ranks::int[], :priorities::int[], :keys::text[],
    :effects::text[], :reasons::text[], :sentAts::bigint[]) WITH ORDINALITY
    AS e (issue_id, repository_id, slot, rank, priority, key, effect, reason, sent_at, place)
  LEFT JOIN repository AS r ON r.id = e.repository_id
ORDER BY e.place`);
const dropOf = statement("DELETE FROM effect WHERE issue_id = ANY(:ids::text[]) AND state <> 'sending'");
const defer = statement(`
UPDATE effect SET due_at = v.until, error = :error
FROM unnest(:ids::bigint[], :untils::bigint[]) AS v (id, until) WHERE effect.id = v.id AND state = 'waiting'`);
const newerIn = `(
  SELECT n.id FROM effect AS n WHERE n.issue_id = e.issue_id AND n.slot = e.slot AND n.state = 'waiting' AND n.id <> e.id)`;
const some = statement(`SELECT e.*, ${newerIn} AS newer FROM effect AS e WHERE e.id = ANY(:ids::bigint[])`);
const lockThese = statement(
  "SELECT id, due_at, state FROM effect WHERE id = ANY(:ids::bigint[]) ORDER BY id FOR UPDATE",
);
const underWay = statement(`SELECT id, due_at FROM effect WHERE state = 'sending' ${byAge}`);
const underWayOf = statement(`
SELECT id, due_at FROM effect
WHERE state = 'sending' AND installation_id IS NOT DISTINCT FROM nullif(:installation::bigint, ${noInstallation})
${byAge}`);
const sentSince = statement(`
SELECT id, effect, sent_at FROM effect
WHERE state = 'waiting' AND installation_id = :installation AND sent_at > :since ${byAge}`);
const notBefore = statement(`
UPDATE effect SET due_at = greatest(due_at, v.at) FROM unnest(:ids::bigint[], :ats::bigint[]) AS v (id, at)
WHERE effect.id = v.id`);
const handDown = statement(`
UPDATE effect SET sent_at = greatest(effect.sent_at, v.sent_at)
FROM unnest(:ids::bigint[], :sentAts::bigint[]) AS v (id, sent_at) WHERE effect.id = v.id`);
const postpone = statement(`
UPDATE effect SET state = 'waiting', due_at = v.due_at, error = v.error, sent_at = v.sent_at
FROM unnest(:ids::bigint[], :dueAts::bigint[], :errors::text[], :sentAts::bigint[]) AS v (id, due_at, error, sent_at)
WHERE effect.id = v.id`);
const refuse = statement(`
UPDATE effect SET state = 'refused', error = v.error FROM unnest(:ids::bigint[], :errors::text[]) AS v (id, error)
WHERE effect.id = v.id`);

export async function effectsOf(queries: Queries, issues: readonly NodeId[]): Promise<readonly Row[]> {
  const ids = [...new Set(issues)];
  return ids.length === 0 ? [] : queries.all(ofIssues, { ids });
}

export function replaceEffects(
  { send }: Transaction,
  { wished, deleted, reworded, retried, added }: EffectPlan,
  at: Millis,
): void {
  if (wished.length > 0)
    send(wish, { ids: wished.map(({ id }) => id), wished: wished.map(({ isWished }) => Number(isWished)) });
  if (deleted.length > 0) send(remove, { ids: deleted });
  if (reworded.length > 0)
    send(reword, {
      ids: reworded.map(({ id }) => id),
      effects: reworded.map(({ effect }) => effect),
      reasons: reworded.map(({ reason }) => reason),
    });
  if (retried.length > 0) send(forgetRefused, placesOf(retried));
  if (added.length > 0) send(insert, addedColumns(added, at));
}

function addedColumns(added: readonly AddedEffect[], at: Millis): Values {
  const planned = added.map((each) => each.planned);
  return {
    at,
    issues: planned.map(({ issueId }) => issueId),
    repositories: planned.map(({ repositoryId }) => repositoryId),
    slots: added.map(({ slot }) => slot),
    ranks: planned.map(({ slot }) => rankOf(slot)),
    priorities: planned.map(({ slot }) => priorityOf(slot)),
    keys: planned.map(({ key }) => key),
    effects: added.map(({ effect }) => effect),
    reasons: added.map(({ reason }) => reason),
    sentAts: added.map(({ sentAt }) => sentAt),
  };
}

function placesOf(slots: readonly { readonly issueId: NodeId; readonly slot: string }[]): Values {
  return { issues: slots.map(({ issueId }) => issueId), slots: slots.map(({ slot }) => slot) };
}

/** Drops the waiting effects of issues that no longer exist. */
export async function dropEffectsOf(queries: Queries, ids: readonly NodeId[]): Promise<void> {
  await queries.run(dropOf, { ids });
}

/** Postpones effects without changing them otherwise. */
export async function deferEffects(
  queries: Queries,
  deferred: readonly { readonly id: number; readonly until: Millis }[],
  error: string,
): Promise<void> {
  const ids = deferred.map(({ id }) => id);
  await queries.run(defer, { ids, untils: deferred.map(({ until }) => until), error });
}

/** @param outcomes at most one for each effect */
export async function settleEffects(queries: Queries, outcomes: readonly EffectOutcome[]): Promise<void> {
  if (outcomes.length === 0) return;
  const rows = await queries.all(some, { ids: outcomes.map(({ id }) => id) });
  const byId = new Map(rows.map((row) => [integer(row, "id"), row]));
  const settled = outcomes.flatMap((outcome) => {
    const row = byId.get(outcome.id);
    if (row === undefined) return [];
    return { row, id: outcome.id, as: settledEffect(row, optional(integer, row, "newer"), outcome) };
  });
  await applySettled(queries, settled);
}

interface Settled {
  readonly id: number;
  readonly row: Row;
  readonly as: SettledEffect;
}

async function applySettled(queries: Queries, settled: readonly Settled[]): Promise<void> {
  const refusals = settled.filter(({ as }) => as.type === "refuse" || as.type === "forget");
  if (refusals.length > 0) await queries.run(forgetRefused, placesOf(refusals.map(placeOf)));
  const handed = settled.flatMap(({ as }) => (as.type === "give way" ? as : []));
  if (handed.length > 0)
    await queries.run(handDown, {
      ids: handed.map(({ to }) => to),
      sentAts: handed.map(({ sentAt }) => sentAt),
    });
  const gone = settled.filter(({ as }) => ["delete", "give way", "forget"].includes(as.type));
  if (gone.length > 0) await queries.run(remove, { ids: gone.map(({ id }) => id) });
  const waiting = settled.flatMap(({ id, as }) => (as.type === "wait" ? { id, ...as } : []));
  if (waiting.length > 0)
    await queries.run(postpone, {
      ids: waiting.map(({ id }) => id),
      dueAts: waiting.map(({ at }) => at),
      errors: waiting.map(({ error }) => error),
      sentAts: waiting.map(({ sentAt }) => sentAt),
    });
  const refused = settled.flatMap(({ id, as }) => (as.type === "refuse" ? { id, ...as } : []));
  if (refused.length > 0)
    await queries.run(refuse, {
      ids: refused.map(({ id }) => id),
      errors: refused.map(({ error }) => error),
    });
}

function placeOf({ row }: Settled): { readonly issueId: NodeId; readonly slot: string } {
  return { issueId: text(row, "issue_id"), slot: text(row, "slot") };
}

/** After a crash, the outcome of effects being sent is unknown: they wait again and are looked up before a retry. */
export async function recoverEffects(queries: Queries): Promise<void> {
  await settleEffects(queries, (await queries.all(underWay)).map(lostOutcome));
}

/**
 * As `recoverEffects`, for one installation that another process may have served until now. A request of that process may
 * still be in flight, and GitHub may show only later what it creates.
 */
export async function recoverEffectsOf(
  queries: Queries,
  installation: InstallationId,
  now: Millis,
): Promise<void> {
  await settleEffects(queries, (await queries.all(underWayOf, { installation })).map(lostOutcome));
  const rows = await queries.all(sentSince, { installation, since: now - unseenForMs });
  const creates = rows.filter((row) => isCreate(parseEffect(text(row, "effect"))));
  if (creates.length === 0) return;
  // The clock of the other process may be ahead of ours.
  const ats = creates.map((row) => Math.min(integer(row, "sent_at"), now) + unseenForMs);
  await queries.run(notBefore, { ids: creates.map((row) => integer(row, "id")), ats });
}

/** As `recoverEffects`, for effects whose last write may or may not have been committed. */
export async function recoverThese(queries: Queries, ids: readonly number[]): Promise<void> {
  // Whatever their state seems to be: the transaction that changes it may still be committing, and the lock waits for it.
  const rows = await queries.all(lockThese, { ids });
  await settleEffects(queries, rows.filter((row) => row.state === "sending").map(lostOutcome));
}
