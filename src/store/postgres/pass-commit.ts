/**
 * Saves the result of a reconcile pass. Marks its deliveries as processed in the same transaction: never one without the
 * other.
 */
import type { Millis } from "../../base/clock.ts";
import type { Row } from "../../base/row.ts";
import type { PassCommit } from "../../dispatcher/ports/issue-index.ts";
import type { RefreshRequest } from "../../dispatcher/ports/refresh-request.ts";
import type { NodeId, RepositoryId } from "../../engine/model/fact.ts";
import type { IssueRecord } from "../../engine/model/snapshot.ts";
import { decidedRow } from "../shape/decided-row.ts";
import { planEffects } from "../shape/effect-plan.ts";
import type { Change } from "./database/changes.ts";
import type { Queries } from "./database/connection.ts";
import { statement } from "./database/statement.ts";
import { stepOrders } from "./orders.ts";
import type { RepositoryCache } from "./repository-cache.ts";
import type { InstallationOf } from "./repository-installations.ts";
import { settleDeliveries } from "./tables/delivery-table.ts";
import { dropEffectsOf, effectsOf, replaceEffects } from "./tables/effect-table.ts";
import { editionsIn, type IssueTable, type StoredIssues } from "./tables/issues/issue-table.ts";
import { tracesAfter } from "./tables/issues/trace-reader.ts";
import { addToLedger } from "./tables/ledger-table.ts";
import { notesAbout, replaceNotes } from "./tables/note-table.ts";
import {
  addPageRequest,
  addRefreshes,
  removeRefreshes,
  repositoriesOfRefreshes,
  waitingAfter,
} from "./tables/refresh-table.ts";
import { changedIn, saveRepositories } from "./tables/repository-table.ts";

const cursorAt = statement(`
INSERT INTO cursor (repository_id, at) VALUES (:repository, :at)
ON CONFLICT (repository_id) DO UPDATE SET at = excluded.at`);

export interface Pass {
  readonly result: PassCommit;
  readonly at: Millis;
  /** The installation of each repository before the pass. */
  readonly installationBefore: InstallationOf;
  /** The same after it, with the repositories that the pass saw for the first time. */
  readonly installationAfter: InstallationOf;
  /** The repositories of those issues in `decided` and `gone` that have a record. */
  readonly repositories: ReadonlyMap<NodeId, RepositoryId>;
}

/** The repositories that a pass writes rows for. */
export function repositoriesIn({ result, repositories }: Pick<Pass, "result" | "repositories">) {
  return new Set<RepositoryId | undefined>([
    ...repositories.values(),
    ...result.repositories.map(({ id }) => id),
    ...result.records.map(({ seen }) => seen.repositoryId),
    ...result.effects.map(({ repositoryId }) => repositoryId),
    ...result.notes.map(({ repositoryId }) => repositoryId),
    ...result.ledger.map(({ repositoryId }) => repositoryId),
    ...result.refreshes.map(({ repositoryId }) => repositoryId),
    ...(result.page === undefined ? [] : [result.page.repositoryId]),
  ]);
}

/** The stored rows that a pass has to know before it writes. */
export interface BeforePass {
  readonly issues: StoredIssues;
  readonly effects: readonly Row[];
  readonly notes: readonly Row[];
  /** The repositories of the refresh requests that the pass has processed. */
  readonly served: readonly RepositoryId[];
}

/** Call it in the transaction that saves the pass, after its installations have been locked. */
export async function beforePass(
  queries: Queries,
  { records, decided, gone, refreshed }: PassCommit,
  table: IssueTable,
): Promise<BeforePass> {
  const [issues, effects, notes, served] = await Promise.all([
    table.stored(queries, records),
    effectsOf(queries, decided),
    notesAbout(queries, [...decided, ...gone]),
    repositoriesOfRefreshes(queries, refreshed),
  ]);
  return { issues, effects, notes, served };
}

/**
 * Waits for PostgreSQL only where a later statement depends on the result. All other statements are sent together with
 * the commit.
 */
export async function savePass(
  change: Change,
  pass: Pass,
  found: BeforePass,
  issues: IssueTable,
  cache: RepositoryCache,
): Promise<void> {
  const { result, installationBefore, installationAfter } = pass;
  const { queries } = change;
  const repositories = changedIn(cache, result.repositories);
  await saveRepositories(change, { cache, installationBefore, at: pass.at }, repositories, []);
  // Saving repositories may have changed these rows.
  const before = repositories.length === 0 ? found : await beforePass(queries, result, issues);
  removeRefreshes(queries, result.refreshed);
  settleDeliveries(queries, result.settled);
  saveRecords(change, result.records, before.issues, { issues, cache, installationOf: installationAfter });
  await saveNotes(change, pass, before.notes);
  saveEffects(change, pass, before.effects);
  if (result.gone.length > 0) await removeIssues(change, pass, issues, cache);
  const also = { page: result.page, served: before.served };
  // After the records: a request may name an issue by its number, which is looked up in them.
  await requestRefreshes(change, result.refreshes, { cache, installationOf: installationAfter }, also);
  await stepOrders(queries, result.orders ?? []);
  saveCursor(change, pass, cache);
}

function saveEffects(change: Change, { result, at, installationAfter }: Pass, rows: readonly Row[]): void {
  const plan = planEffects(result.decided, result.effects, rows);
  const decided = plan.added.map(({ planned }) => decidedRow(at, planned));
  replaceEffects(change.queries, plan, at);
  addToLedger(change, [...decided, ...result.ledger], installationAfter);
}

function saveCursor({ queries, onceDurable }: Change, { result }: Pass, cache: RepositoryCache): void {
  const { cursor } = result;
  if (cursor === undefined) return;
  queries.send(cursorAt, { repository: cursor.repositoryId, at: cursor.at });
  onceDurable(() => cache.putCursor(cursor.repositoryId, cursor.at));
}

export interface RecordsKept {
  readonly issues: IssueTable;
  readonly cache: RepositoryCache;
  readonly installationOf: InstallationOf;
}

/** @param stored what `IssueTable.stored` returned in this transaction */
export function saveRecords(
  change: Change,
  records: readonly IssueRecord[],
  stored: StoredIssues,
  { issues, cache, installationOf }: RecordsKept,
): void {
  // Queried after the records have been saved, so that the traces include theirs.
  refreshTraces(change, issues.save(change, records, stored, installationOf), cache);
}

function refreshTraces(
  { queries, onceDurable }: Change,
  repositories: readonly RepositoryId[],
  cache: RepositoryCache,
): void {
  if (repositories.length === 0) return;
  const traces = tracesAfter(queries, [...new Set(repositories)]);
  onceDurable(() => cache.putTraces(traces()));
}

async function removeIssues(
  change: Change,
  { result: { gone }, installationAfter, repositories }: Pass,
  issues: IssueTable,
  cache: RepositoryCache,
): Promise<void> {
  const left = [...new Set(gone.flatMap((id) => repositories.get(id) ?? []))];
  const { numbers, queries } = change;
  const at = editionsIn(left.map(installationAfter), (each) => numbers.edition(each));
  await issues.remove(queries, gone, at);
  await dropEffectsOf(queries, gone);
  refreshTraces(change, left, cache);
}

async function saveNotes(
  change: Change,
  { result, at, installationAfter }: Pass,
  rows: readonly Row[],
): Promise<void> {
  if (result.decided.length + result.gone.length === 0) return;
  const changed = await replaceNotes(change, rows, result.notes, {
    now: at,
    installationOf: installationAfter,
  });
  for (const installation of changed) change.numbers.edition(installation);
}

/** @param also a page to request, and the repositories of the requests processed in the same transaction */
export async function requestRefreshes(
  { queries, onceDurable, wakeOthers }: Change,
  refreshes: readonly RefreshRequest[],
  { cache, installationOf }: Pick<RecordsKept, "cache" | "installationOf">,
  also: { readonly page: PassCommit["page"]; readonly served: readonly RepositoryId[] },
): Promise<void> {
  await addRefreshes(queries, refreshes);
  if (also.page !== undefined) addPageRequest(queries, also.page);
  const added = [...refreshes, also.page ?? []].flat().map(({ repositoryId }) => repositoryId);
  wakeOthers(added.map(installationOf));
  const asked = new Set([...also.served, ...added]);
  if (asked.size === 0) return;
  const waiting = waitingAfter(queries, [...asked]);
  onceDurable(() => cache.putWaiting(asked, waiting()));
}
