/**
 * What one reconcile pass writes, in one transaction. Deliveries are marked as processed in it: never one without the
 * other.
 */
import type { Millis } from "../../base/clock.ts";
import type { PassCommit } from "../../dispatcher/ports/issue-index.ts";
import type { RefreshRequest } from "../../dispatcher/ports/refresh-request.ts";
import type { NodeId, RepositoryId } from "../../engine/model/fact.ts";
import type { IssueRecord } from "../../engine/model/snapshot.ts";
import { decidedRow } from "../shape/decided-row.ts";
import type { Change } from "./database/changes.ts";
import { statement } from "./database/statement.ts";
import { stepOrders } from "./orders.ts";
import type { InstallationOf } from "./owners.ts";
import type { RepositoryCache } from "./repository-cache.ts";
import { settleDeliveries } from "./tables/delivery-table.ts";
import { dropEffectsOf, effectPlan, replaceEffects } from "./tables/effect-table.ts";
import { editionsIn, type IssueTable } from "./tables/issues/issue-table.ts";
import { tracesOf } from "./tables/issues/trace-reader.ts";
import { addToLedger } from "./tables/ledger-table.ts";
import { replaceNotes } from "./tables/note-table.ts";
import { addPageRequest, addRefreshes, removeRefreshes, waitingIn } from "./tables/refresh-table.ts";
import { changedIn, saveRepositories } from "./tables/repository-table.ts";

const cursorAt = statement(`
INSERT INTO cursor (repository_id, at) VALUES (:repository, :at)
ON CONFLICT (repository_id) DO UPDATE SET at = excluded.at`);

export interface Pass {
  readonly result: PassCommit;
  readonly at: Millis;
  /** Before the pass. */
  readonly owners: InstallationOf;
  /** After it: those included that the pass saw for the first time. */
  readonly installationOf: InstallationOf;
  /** Of those issues among `decided` and `gone` that have a record. */
  readonly repositories: ReadonlyMap<NodeId, RepositoryId>;
}

/** The repositories of which a pass writes something. */
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

export async function savePass(
  change: Change,
  pass: Pass,
  issues: IssueTable,
  cache: RepositoryCache,
): Promise<void> {
  const { result, owners, installationOf } = pass;
  const { queries } = change;
  await saveRepositories(change, { cache, owners }, changedIn(cache, result.repositories), []);
  const [served] = await Promise.all([
    removeRefreshes(queries, result.refreshed),
    settleDeliveries(queries, result.settled),
    saveRecords(change, result.records, { issues, cache, installationOf }),
    saveNotes(change, pass),
    saveEffects(change, pass),
  ]);
  if (result.gone.length > 0) await removeIssues(change, pass, issues, cache);
  const { page } = result;
  await Promise.all([
    // By now the issues that they mean by number are there.
    requestRefreshes(change, result.refreshes, { cache, installationOf }, { page, served }),
    stepOrders(queries, result.orders ?? []),
    saveCursor(change, pass, cache),
  ]);
}

async function saveEffects(change: Change, { result, at, installationOf }: Pass): Promise<void> {
  const { queries } = change;
  const plan = await effectPlan(queries, result.decided, result.effects);
  const decided = plan.added.map(({ planned }) => decidedRow(at, planned));
  await Promise.all([
    replaceEffects(queries, plan, at),
    addToLedger(change, [...decided, ...result.ledger], installationOf),
  ]);
}

async function saveCursor(
  { queries, onceDurable }: Change,
  { result }: Pass,
  cache: RepositoryCache,
): Promise<void> {
  const { cursor } = result;
  if (cursor === undefined) return;
  await queries.run(cursorAt, { repository: cursor.repositoryId, at: cursor.at });
  onceDurable(() => cache.putCursor(cursor.repositoryId, cursor.at));
}

export interface RecordsKept {
  readonly issues: IssueTable;
  readonly cache: RepositoryCache;
  readonly installationOf: InstallationOf;
}

export async function saveRecords(
  change: Change,
  records: readonly IssueRecord[],
  { issues, cache, installationOf }: RecordsKept,
): Promise<void> {
  const { known, changed } = await issues.compare(change.queries, records);
  await Promise.all([
    issues.save(change, { known, changed }, installationOf),
    // Sent after the records, so they show what these say.
    refreshTraces(
      change,
      changed.map(({ seen }) => seen.repositoryId),
      cache,
    ),
  ]);
}

async function refreshTraces(
  { queries, onceDurable }: Change,
  repositories: readonly RepositoryId[],
  cache: RepositoryCache,
): Promise<void> {
  if (repositories.length === 0) return;
  const traces = await tracesOf(queries, [...new Set(repositories)]);
  onceDurable(() => cache.putTraces(traces));
}

async function removeIssues(
  change: Change,
  { result: { gone }, installationOf, repositories }: Pass,
  issues: IssueTable,
  cache: RepositoryCache,
): Promise<void> {
  const left = [...new Set(gone.flatMap((id) => repositories.get(id) ?? []))];
  const { numbers, queries } = change;
  const at = editionsIn(left.map(installationOf), (each) => numbers.edition(each));
  await issues.remove(queries, gone, at);
  await dropEffectsOf(queries, gone);
  await refreshTraces(change, left, cache);
}

async function saveNotes(change: Change, { result, at, installationOf }: Pass): Promise<void> {
  const about = [...result.decided, ...result.gone];
  if (about.length === 0) return;
  const changed = await replaceNotes(change, about, result.notes, { now: at, installationOf });
  for (const installation of changed) change.numbers.edition(installation);
}

/** @param also a page to ask for, and repositories of which requests were served in the same transaction */
export async function requestRefreshes(
  { queries, onceDurable, wakeOthers }: Change,
  looks: readonly RefreshRequest[],
  { cache, installationOf }: Pick<RecordsKept, "cache" | "installationOf">,
  also: { readonly page: PassCommit["page"]; readonly served: readonly RepositoryId[] },
): Promise<void> {
  await addRefreshes(queries, looks);
  if (also.page !== undefined) await addPageRequest(queries, also.page);
  const added = [...looks, also.page ?? []].flat().map(({ repositoryId }) => repositoryId);
  wakeOthers(added.map(installationOf));
  const asked = new Set([...also.served, ...added]);
  if (asked.size === 0) return;
  const waiting = await waitingIn(queries, [...asked]);
  onceDurable(() => cache.putWaiting(asked, waiting));
}
