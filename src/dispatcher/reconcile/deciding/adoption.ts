/**
 * Adopts the issues of a repository that is new to the index, or whose index was lost. Until all are decided about, a
 * lease that one of them shows is unknown, so no files are given to anyone, and no tasks to agents.
 */
import { isWaiting } from "../../../engine/locks/requests.ts";
import type { NodeId, RepositoryId } from "../../../engine/model/fact.ts";
import type { IssueRecord } from "../../../engine/model/snapshot.ts";
import { startableAgents } from "../../../engine/starts/start.ts";
import type { Index } from "../../ports/issue-index.ts";
import type { RefreshRequest } from "../../ports/refresh-request.ts";
import { decidesOn } from "../../repository/changes.ts";
import { keyOf } from "../reading/targets.ts";
import type { WorkBatch } from "../work-batch.ts";
import type { DecidedPass, PassWork } from "./decided-pass.ts";

/** Whether the repository has issues that were not adopted when the pass took its work. */
export function isAdopting(index: Pick<Index, "cursor" | "toAdopt">, repositoryId: RepositoryId): boolean {
  return index.cursor(repositoryId) === undefined || index.toAdopt(repositoryId) > 0;
}

/** The targets that a batch adopts, by `keyOf`. */
export function listAdopted({ refreshes }: WorkBatch): ReadonlySet<string> {
  return new Set(refreshes.flatMap(({ adopts, target }) => (adopts === true ? keyOf(target) : [])));
}

/** The request, which keeps adopting its issue if the batch did. */
export function keepsAdopting(request: RefreshRequest, adopted: ReadonlySet<string>): RefreshRequest {
  return adopted.has(keyOf(request.target)) ? { ...request, adopts: true } : request;
}

/**
 * Requests a decision about all that waits for files or for an agent to be started, in the commit that adopts the last
 * issue.
 * @param records as decided in the pass
 * @param refreshes requested by the commit
 */
export async function requestWaitingOnceAdopted(
  index: Pick<Index, "cursor" | "toAdopt" | "taskLocks" | "startedTasks" | "readyTasks">,
  { work, context, now }: DecidedPass,
  records: readonly IssueRecord[],
  refreshes: readonly RefreshRequest[],
): Promise<readonly RefreshRequest[]> {
  const { id } = work.repository;
  if (index.cursor(id) === undefined || !isLastToAdopt(work, index.toAdopt(id))) return [];
  if (work.page !== undefined || refreshes.some(({ adopts }) => adopts === true)) return [];
  const mayStart = startableAgents(context.settings).length > 0;
  const waiting = [
    ...(await findWaitingForFiles(index, id, records)),
    ...(mayStart ? await findWaitingForStart(index, id, records) : []),
  ];
  return decidesOn(id, [...new Set(waiting)], now, "all issues of the repository were read");
}

/** Whether the batch adopts all that waits to be adopted. */
function isLastToAdopt({ batch }: PassWork, toAdopt: number): boolean {
  const adopting = batch.refreshes.filter(({ adopts }) => adopts === true).length;
  const adopted = adopting + (batch.page === undefined ? 0 : 1);
  return adopted > 0 && toAdopt <= adopted;
}

async function findWaitingForFiles(
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

async function findWaitingForStart(
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
