/**
 * Adopts the issues of a repository that is new to the index, or whose index was lost. Until all are decided about, a
 * lease that one of them shows is unknown, so no files are given to anyone, and no tasks to agents.
 */
import { isWaiting } from "../../../engine/locks/requests.ts";
import type { NodeId, RepositoryId } from "../../../engine/model/fact.ts";
import type { IssueRecord } from "../../../engine/model/snapshot.ts";
import { startableAgents } from "../../../engine/starts/start.ts";
import type { Settings } from "../../../protocol/settings/config.ts";
import type { Index } from "../../ports/issue-index.ts";
import type { RefreshRequest } from "../../ports/refresh-request.ts";
import { decidesOn } from "../../repository/changes.ts";
import { keyOf } from "../reading/targets.ts";
import type { WorkBatch } from "../work-batch.ts";

/** Whether the repository has issues that were not adopted when the pass took its work. */
export function isAdopting(index: Pick<Index, "cursor" | "toAdopt">, repositoryId: RepositoryId): boolean {
  return index.cursor(repositoryId) === undefined || index.toAdopt(repositoryId) > 0;
}

/** The targets that a batch adopts, by `keyOf`. */
export function adoptedIn({ refreshes }: WorkBatch): ReadonlySet<string> {
  return new Set(refreshes.flatMap(({ adopts, target }) => (adopts === true ? keyOf(target) : [])));
}

/** The request, which goes on adopting its issue if the batch did. */
export function goesOn(request: RefreshRequest, adopted: ReadonlySet<string>): RefreshRequest {
  return adopted.has(keyOf(request.target)) ? { ...request, adopts: true } : request;
}

interface Ending {
  readonly repositoryId: RepositoryId;
  readonly batch: WorkBatch;
  /** Requested by the commit. */
  readonly refreshes: readonly RefreshRequest[];
  readonly hasNextPage: boolean;
  /** As decided in the pass. */
  readonly records: readonly IssueRecord[];
  readonly settings: Settings;
  readonly now: number;
}

type Waiting = Pick<Index, "taskLocks" | "startedTasks" | "readyTasks">;

/**
 * Requests a decision about all that waits for files or for an agent to be started, in the commit that adopts the last
 * issue.
 */
export async function refreshesOnceAdopted(
  index: Pick<Index, "cursor" | "toAdopt"> & Waiting,
  { repositoryId, batch, refreshes, hasNextPage, records, settings, now }: Ending,
): Promise<readonly RefreshRequest[]> {
  if (index.cursor(repositoryId) === undefined) return [];
  const served = batch.refreshes.filter(({ adopts }) => adopts === true).length;
  const servedPages = batch.page === undefined ? 0 : 1;
  const isLast = served + servedPages > 0 && index.toAdopt(repositoryId) <= served + servedPages;
  if (!isLast || hasNextPage || refreshes.some(({ adopts }) => adopts === true)) return [];
  const waiting = [
    ...(await waitingForFiles(index, repositoryId, records)),
    ...(startableAgents(settings).length === 0 ? [] : await waitingForStart(index, repositoryId, records)),
  ];
  return decidesOn(repositoryId, [...new Set(waiting)], now, "all issues of the repository were read");
}

async function waitingForFiles(
  index: Pick<Index, "taskLocks">,
  repositoryId: RepositoryId,
  records: readonly IssueRecord[],
): Promise<readonly NodeId[]> {
  const decided = new Map(records.map((record) => [record.seen.id, record.persisted.locks ?? []]));
  const elsewhere = (await index.taskLocks(repositoryId)).filter(({ id }) => !decided.has(id));
  return [...decided, ...elsewhere.map(({ id, requests }) => [id, requests] as const)]
    .filter(([, requests]) => requests.some(isWaiting))
    .map(([id]): NodeId => id);
}

/** How many ready tasks are looked at: what waits behind them is when a start is over. */
const lookedAt = 50;

async function waitingForStart(
  index: Pick<Index, "startedTasks" | "readyTasks">,
  repositoryId: RepositoryId,
  records: readonly IssueRecord[],
): Promise<readonly NodeId[]> {
  const decided = records.filter(
    ({ seen, reading }) => reading.kind === "task" && seen.issueState.state === "open",
  );
  const resting = (await index.startedTasks(repositoryId)).filter(
    ({ starts }) => starts.at(-1)?.end === "rests",
  );
  const ready = await index.readyTasks(repositoryId, undefined, { limit: lookedAt, offset: 0 });
  return [...resting.map(({ id }) => id), ...decided.map(({ seen }) => seen.id), ...ready];
}
