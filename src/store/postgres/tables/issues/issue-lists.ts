/** Finds issues by what the index derives from their records: kind, state, holder, what they report or sign. */
import type { Millis } from "../../../../base/clock.ts";
import { integer, optional, text } from "../../../../base/row.ts";
import type { ReadyPage } from "../../../../dispatcher/ports/issue-index.ts";
import type { Work } from "../../../../dispatcher/ports/tracker.ts";
import type { NodeId, RepositoryId } from "../../../../engine/model/fact.ts";
import type { HeldTask, StartedTask, TaskLocks } from "../../../../engine/model/snapshot.ts";
import { readStarts } from "../../../shape/starts.ts";
import { readTaskLocks } from "../../../shape/task-locks.ts";
import type { Queries } from "../../database/connection.ts";
import { type Statement, statement, type Values } from "../../database/statement.ts";

const byMessage = statement(
  "SELECT from_id AS id FROM message WHERE key = ANY(:keys::text[]) ORDER BY from_id",
);
const deletedSigned = statement(`
SELECT key, issue_id AS id FROM signed_message
WHERE key = ANY(:keys::text[]) AND NOT EXISTS (SELECT 1 FROM issue WHERE id = signed_message.issue_id)`);
const ids = statement("SELECT id FROM issue WHERE repository_id = :repository ORDER BY number");
const open = statement(
  "SELECT count(*) AS issues FROM issue WHERE repository_id = :repository AND state = 'open'",
);
const oldestRead = statement(`
(SELECT id, read_at FROM issue_order
  WHERE repository_id = :repository AND state = 'open' AND kind IS NOT NULL AND read_at < :before
  ORDER BY read_at LIMIT :limit)
UNION ALL (SELECT id, read_at FROM issue_order
  WHERE repository_id = :repository AND is_followed = 1 AND read_at < :before ORDER BY read_at LIMIT :limit)
ORDER BY read_at LIMIT :limit`);
const ready = `
SELECT id FROM issue WHERE state = 'open' AND kind = 'task' AND status = 'ready' AND repository_id = :repository
  AND (:space::int IS NULL OR parent_number = :space::int)`;
const page = "ORDER BY urgency, created_at, id LIMIT :limit OFFSET :offset";
const readyTasks = statement(`${ready} ${page}`);
const readyOnTrack = statement(`${ready} AND lower(track) = lower(:track::text COLLATE "C") ${page}`);
const handovers = statement(`
SELECT id FROM issue WHERE repository_id = :repository AND kind = 'handover' AND (
  pull_number = ANY(:pulls::int[]) OR head_sha = ANY(:commits::text[]) OR (state = 'open' AND pull_number IS NULL))`);
const awaitingMerge = statement(`
SELECT id FROM issue WHERE repository_id = :repository AND kind = 'handover' AND state = 'open'
  AND merge_base = ANY(:bases::text[])`);
const held = statement(`
SELECT id, number, holder, track FROM issue
WHERE repository_id = :repository AND holder IS NOT NULL AND holder NOT LIKE '@%' ORDER BY number`);
const locked = statement(`
SELECT id, number, locks FROM issue WHERE repository_id = :repository AND locks IS NOT NULL ORDER BY number`);
const started = statement(`
SELECT id, number, starts FROM issue WHERE repository_id = :repository AND starts IS NOT NULL ORDER BY number`);

async function idsIn(queries: Queries, query: Statement, values: Values): Promise<readonly NodeId[]> {
  return (await queries.all(query, values)).map((row) => text(row, "id"));
}

/** Tasks that agents hold. */
export async function holdings(queries: Queries, repository: RepositoryId): Promise<readonly HeldTask[]> {
  return (await queries.all(held, { repository })).map((row) => ({
    id: text(row, "id"),
    number: integer(row, "number"),
    agent: text(row, "holder"),
    track: optional(text, row, "track"),
  }));
}

/** Open tasks that have locks or wait for some. */
export async function taskLocks(queries: Queries, repository: RepositoryId): Promise<readonly TaskLocks[]> {
  return (await queries.all(locked, { repository })).map((row) =>
    readTaskLocks({ id: text(row, "id"), number: integer(row, "number") }, text(row, "locks")),
  );
}

export async function startedTasks(
  queries: Queries,
  repository: RepositoryId,
): Promise<readonly StartedTask[]> {
  return (await queries.all(started, { repository })).map((row) => ({
    id: text(row, "id"),
    number: integer(row, "number"),
    starts: readStarts(text(row, "starts")),
  }));
}

export async function readyIn(
  queries: Queries,
  repository: RepositoryId,
  track: string | undefined,
  { space, limit, offset }: ReadyPage,
): Promise<readonly NodeId[]> {
  const values = { repository, space: space ?? null, limit, offset };
  if (track === undefined) return idsIn(queries, readyTasks, values);
  return idsIn(queries, readyOnTrack, { ...values, track });
}

export async function sameMessages(queries: Queries, keys: readonly string[]): Promise<readonly NodeId[]> {
  return keys.length === 0 ? [] : idsIn(queries, byMessage, { keys });
}

/** The first issues with these signed messages, where they are gone. */
export async function firstSigned(
  queries: Queries,
  keys: readonly string[],
): Promise<ReadonlyMap<string, NodeId>> {
  if (keys.length === 0) return new Map();
  const rows = await queries.all(deletedSigned, { keys });
  return new Map(rows.map((row) => [text(row, "key"), text(row, "id")]));
}

export async function handoversAbout(
  queries: Queries,
  repository: RepositoryId,
  work: readonly Work[],
): Promise<readonly NodeId[]> {
  const pulls = work.flatMap((each) => ("pullRequest" in each ? each.pullRequest : []));
  const commits = work.flatMap((each) => ("commit" in each ? each.commit : []));
  const bases = work.flatMap((each) => ("base" in each ? each.base : []));
  const reporting =
    pulls.length + commits.length === 0
      ? []
      : await idsIn(queries, handovers, { repository, pulls, commits });
  const awaiting = bases.length === 0 ? [] : await idsIn(queries, awaitingMerge, { repository, bases });
  return [...new Set([...reporting, ...awaiting])];
}

export async function issueIds(queries: Queries, repository: RepositoryId): Promise<readonly NodeId[]> {
  return idsIn(queries, ids, { repository });
}

export async function openIssues(queries: Queries, repository: RepositoryId): Promise<number> {
  return optional(integer, await queries.one(open, { repository }), "issues") ?? 0;
}

export async function longestUnread(
  queries: Queries,
  repository: RepositoryId,
  before: Millis,
  limit: number,
): Promise<readonly NodeId[]> {
  return idsIn(queries, oldestRead, { repository, before, limit });
}
