/** Repositories that are no longer served, until all that is stored of them is deleted. */
import type { Millis } from "../../../base/clock.ts";
import { text } from "../../../base/row.ts";
import type { NodeId, RepositoryId } from "../../../engine/model/fact.ts";
import type { IssueRecord } from "../../../engine/model/snapshot.ts";
import { recordIn } from "../../shape/record-row.ts";
import {
  type DeletedRepository,
  deletedIn,
  issuesPerBatch,
  missedRemovalsQuery,
  rowsPerBatch,
} from "../../shape/removed-repositories.ts";
import type { Queries, Transaction } from "../database/connection.ts";
import { statement } from "../database/statement.ts";

const note = statement(`
INSERT INTO removed_repository (id, owner, name, removed_at)
SELECT id, owner, name, :at::bigint FROM repository WHERE id = ANY(:ids::text[])
ON CONFLICT (id) DO UPDATE
  SET owner = excluded.owner, name = excluded.name, removed_at = excluded.removed_at, deleted = excluded.deleted`);
const forget = statement("DELETE FROM removed_repository WHERE id = ANY(:ids::text[])");
const dropServed = statement("DELETE FROM removed_repository WHERE id IN (SELECT id FROM repository)");
const addForgotten = statement(`
INSERT INTO removed_repository (id, owner, name, removed_at)
SELECT f.id, f.owner, f.name, :at::bigint FROM (${missedRemovalsQuery}) AS f ON CONFLICT (id) DO NOTHING`);
const isNotServed = "NOT EXISTS (SELECT 1 FROM repository WHERE id = removed_repository.id)";
const due = statement(`
SELECT id FROM removed_repository WHERE removed_at <= :before AND ${isNotServed} ORDER BY removed_at, id LIMIT 1`);
const hold = statement(`
SELECT * FROM removed_repository WHERE id = :id AND removed_at <= :before AND ${isNotServed} FOR UPDATE`);
const someIssues = statement("SELECT id, record, read_at FROM issue WHERE repository_id = :id LIMIT :limit");
const count = statement("UPDATE removed_repository SET deleted = deleted + :deleted WHERE id = :id");

const deleteIn = (table: string): string => `DELETE FROM ${table} WHERE repository_id = :id`;
/** One or a few rows for each repository. */
const settings = statement(`
WITH a AS (${deleteIn("cursor")}), b AS (${deleteIn("settings")}), c AS (${deleteIn("label")}), d AS (${deleteIn("context")}),
  e AS (${deleteIn("guide")}), f AS (${deleteIn("guides_read")})
${deleteIn("pull")}`);
const these = "= ANY(:ids::text[])";
const ofIssues = statement(`
WITH a AS (DELETE FROM note WHERE issue_id ${these}), b AS (DELETE FROM effect WHERE issue_id ${these}),
  c AS (DELETE FROM proposal WHERE question_id ${these})
DELETE FROM page_finding WHERE handover_id ${these}`);

const someOf = (table: string) =>
  statement(`
DELETE FROM ${table} WHERE ctid = ANY(ARRAY(SELECT ctid FROM ${table} WHERE repository_id = :id LIMIT ${rowsPerBatch}))`);
/** What remains once the issues are gone. */
const remainders = [
  ...["context_file", "refresh", "effect"].map(someOf),
  // Their keys begin with the repository and a space, which "!" follows.
  statement(`
DELETE FROM signed_message WHERE key = ANY(ARRAY(
  SELECT key FROM signed_message WHERE key >= :id || ' ' AND key < :id || '!' LIMIT ${rowsPerBatch}))`),
];

/** Call it before the repositories are deleted. Their issues are kept for a while: they may be served again. */
export async function addRemovals(queries: Queries, ids: readonly RepositoryId[], at: Millis): Promise<void> {
  await queries.run(note, { ids, at });
}

/** Call it before the repositories are saved: it waits for a transaction that deletes what is stored of them. */
export async function deleteRemovals(queries: Queries, ids: readonly RepositoryId[]): Promise<void> {
  await queries.run(forget, { ids });
}

/** Adds what processes of an earlier release removed, and drops what they saved again. */
export async function addMissedRemovals(queries: Queries, at: Millis): Promise<void> {
  await queries.run(dropServed);
  await queries.run(addForgotten, { at });
}

/** The repository that was removed first. */
export async function removedUntil(queries: Queries, before: Millis): Promise<RepositoryId | undefined> {
  const row = await queries.one(due, { before });
  return row === undefined ? undefined : text(row, "id");
}

/** Prevents the repository from being saved until the transaction ends. Undefined if it is served again or fully deleted. */
export async function lockRemoved(
  queries: Queries,
  id: RepositoryId,
  before: Millis,
): Promise<DeletedRepository | undefined> {
  const row = await queries.one(hold, { id, before });
  return row === undefined ? undefined : deletedIn(row);
}

export async function issuesOf(queries: Queries, id: RepositoryId): Promise<readonly IssueRecord[]> {
  return (await queries.all(someIssues, { id, limit: issuesPerBatch })).map(recordIn);
}

export async function countDeleted(queries: Queries, id: RepositoryId, deleted: number): Promise<void> {
  await queries.run(count, { id, deleted });
}

export function deleteSettings({ send }: Transaction, id: RepositoryId): void {
  send(settings, { id });
}

/** Deletes what is stored about these issues, except the issues themselves. */
export function deleteAllAbout({ send }: Transaction, ids: readonly NodeId[]): void {
  send(ofIssues, { ids });
}

/** Resolves to whether there was something. */
export async function deleteSomeRemainders(queries: Queries, id: RepositoryId): Promise<boolean> {
  const deleted = await Promise.all(remainders.map((each) => queries.run(each, { id })));
  return deleted.some((rows) => rows > 0);
}
