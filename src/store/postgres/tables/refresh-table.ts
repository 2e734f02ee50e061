/**
 * Refresh requests, one row for each target and strength: a decision that is due now must neither advance nor replace a
 * read that is due later. A repeated request gets a new id: otherwise, a read in progress would complete it together with
 * the earlier one.
 */
import type { Millis } from "../../../base/clock.ts";
import { flag, integer, type Row, text } from "../../../base/row.ts";
import type {
  PageRequest,
  QueuedPageRequest,
  QueuedRefreshRequest,
  RefreshRequest,
} from "../../../dispatcher/ports/refresh-request.ts";
import type { NodeId, RepositoryId } from "../../../engine/model/fact.ts";
import {
  adopting,
  afterPages,
  becausePage,
  numberTarget,
  pageIn,
  pagePrefix,
  pageTarget,
  refreshIn,
  strengthOf,
} from "../../shape/refresh-row.ts";
import type { Queries, Transaction } from "../database/connection.ts";
import { statement } from "../database/statement.ts";

/** The requests that wait in a repository. */
export interface Waiting {
  readonly dueAt: Millis;
  readonly hasPage: boolean;
  /** How many requests adopt an issue. */
  readonly adopting: number;
}

const add = statement(`
INSERT INTO refresh (repository_id, target, unless_fresh, due_at, because)
SELECT * FROM unnest(:repositories::text[], :targets::text[], :strengths::int[], :dueAt::bigint[], :because::text[])
ON CONFLICT (repository_id, target, unless_fresh) DO UPDATE SET id = DEFAULT, due_at = least(refresh.due_at, excluded.due_at),
  because = CASE WHEN refresh.due_at <= excluded.due_at THEN refresh.because ELSE excluded.because END`);
const addPage = statement(`
INSERT INTO refresh (repository_id, target, unless_fresh, due_at, because) VALUES (:repository, :target, 0, :dueAt, :because)
ON CONFLICT (repository_id, target, unless_fresh) DO UPDATE
  SET id = DEFAULT, due_at = excluded.due_at, because = excluded.because`);
const remove = statement("DELETE FROM refresh WHERE id = ANY(:ids::bigint[])");
const repositoriesOf = statement("SELECT DISTINCT repository_id FROM refresh WHERE id = ANY(:ids::bigint[])");
const due = statement(`
SELECT * FROM refresh WHERE repository_id = :repository AND due_at <= :now ORDER BY due_at, id LIMIT :limit`);
const isPage = `target >= '${pagePrefix}' AND target < '${afterPages}'`;
const page = statement(`
SELECT * FROM refresh WHERE repository_id = :repository AND ${isPage} AND due_at <= :now LIMIT 1`);
const waitingOf = (repositories: string) =>
  statement(`
SELECT r.id, w.due_at, (SELECT count(*) FROM (SELECT 1 FROM refresh WHERE repository_id = r.id AND ${isPage} LIMIT 1) AS found) AS has_page,
  (SELECT count(*) FROM refresh WHERE repository_id = r.id AND unless_fresh >= ${adopting}) AS adopting
FROM ${repositories} AS r (id)
  CROSS JOIN LATERAL (SELECT min(due_at) AS due_at FROM refresh WHERE repository_id = r.id) AS w
WHERE w.due_at IS NOT NULL`);
const waiting = waitingOf("unnest(:ids::text[])");
const waitingAnywhere = waitingOf("(SELECT DISTINCT repository_id FROM refresh)");
const numbered = statement(`
SELECT DISTINCT ON (i.repository_id, i.number) i.repository_id, i.number, i.id
FROM unnest(:repositories::text[], :numbers::bigint[]) AS w (repository_id, number)
  JOIN issue AS i ON i.repository_id = w.repository_id AND i.number = w.number
ORDER BY i.repository_id, i.number, i.read_at DESC`);

export async function addRefreshes(queries: Transaction, requests: readonly RefreshRequest[]): Promise<void> {
  if (requests.length === 0) return;
  const idOf = await knownIds(queries, requests);
  const rows = new Map<string, { readonly request: RefreshRequest; readonly target: string }>();
  for (const request of requests) {
    const target = targetOf(request, idOf);
    const key = JSON.stringify([request.repositoryId, target, strengthOf(request)]);
    const before = rows.get(key);
    // Insertion order decides the ids: the newest request must come last.
    rows.delete(key);
    rows.set(
      key,
      before !== undefined && before.request.dueAt <= request.dueAt ? before : { request, target },
    );
  }
  const all = [...rows.values()];
  queries.send(add, {
    repositories: all.map(({ request }) => request.repositoryId),
    targets: all.map(({ target }) => target),
    strengths: all.map(({ request }) => strengthOf(request)),
    dueAt: all.map(({ request }) => request.dueAt),
    because: all.map(({ request }) => request.because),
  });
}

export function addPageRequest({ send }: Transaction, request: PageRequest): void {
  const { repositoryId: repository, dueAt } = request;
  send(addPage, { repository, target: pageTarget(request), dueAt, because: becausePage });
}

/** The repositories that have these requests. */
export async function repositoriesOfRefreshes(
  queries: Queries,
  ids: readonly number[],
): Promise<readonly RepositoryId[]> {
  if (ids.length === 0) return [];
  return (await queries.all(repositoriesOf, { ids })).map((row) => text(row, "repository_id"));
}

export function removeRefreshes({ send }: Transaction, ids: readonly number[]): void {
  if (ids.length > 0) send(remove, { ids });
}

/** Call it only while no page is due. */
export async function refreshesDue(
  queries: Queries,
  repository: RepositoryId,
  now: Millis,
  limit: number,
): Promise<readonly QueuedRefreshRequest[]> {
  return (await queries.all(due, { repository, now, limit })).map(refreshIn);
}

export async function pageDue(
  queries: Queries,
  repository: RepositoryId,
  now: Millis,
): Promise<QueuedPageRequest | undefined> {
  const row = await queries.one(page, { repository, now });
  return row === undefined ? undefined : pageIn(row);
}

/** Leaves out repositories without requests. @param ids undefined for all repositories */
export async function waitingIn(
  queries: Queries,
  ids: readonly RepositoryId[] | undefined,
): Promise<ReadonlyMap<RepositoryId, Waiting>> {
  return waitingFrom(
    ids === undefined ? await queries.all(waitingAnywhere) : await queries.all(waiting, { ids }),
  );
}

/** As `waitingIn`, at the end of the transaction. Read the result after the commit. */
export function waitingAfter(
  { send }: Transaction,
  ids: readonly RepositoryId[],
): () => ReadonlyMap<RepositoryId, Waiting> {
  const rows = send(waiting, { ids });
  return () => waitingFrom(rows());
}

function waitingFrom(rows: readonly Row[]): ReadonlyMap<RepositoryId, Waiting> {
  return new Map(
    rows.map((row) => [
      text(row, "id"),
      { dueAt: integer(row, "due_at"), hasPage: flag(row, "has_page"), adopting: integer(row, "adopting") },
    ]),
  );
}

/** The node id if it is known, else the number, so that both forms of a target share one row if possible. */
function targetOf({ repositoryId, target }: RefreshRequest, idOf: ReadonlyMap<string, NodeId>): string {
  if ("id" in target) return target.id;
  return idOf.get(`${repositoryId} ${target.number}`) ?? numberTarget(target.number);
}

async function knownIds(
  queries: Queries,
  requests: readonly RefreshRequest[],
): Promise<ReadonlyMap<string, NodeId>> {
  const wanted = requests.flatMap(({ repositoryId, target }) =>
    "id" in target ? [] : { repositoryId, number: target.number },
  );
  if (wanted.length === 0) return new Map();
  const rows = await queries.all(numbered, {
    repositories: wanted.map(({ repositoryId }) => repositoryId),
    numbers: wanted.map(({ number }) => number),
  });
  return new Map(
    rows.map((row) => [`${text(row, "repository_id")} ${integer(row, "number")}`, text(row, "id")]),
  );
}
