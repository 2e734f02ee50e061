/**
 * What changed in a repository, and the requests to read it. Never compare versions alone: GitHub's times have
 * one-second steps, so a read within the same second may have missed the change.
 */
import type { Millis } from "../../base/clock.ts";
import { portionsOf } from "../../base/portions.ts";
import type { NodeId, RepositoryId } from "../../engine/model/fact.ts";
import type { IssueRecord } from "../../engine/model/snapshot.ts";
import type { Index, PassCommit } from "../ports/issue-index.ts";
import type { RefreshRequest } from "../ports/refresh-request.ts";
import type { ChangedIssue } from "../ports/tracker.ts";

export interface Changes {
  /** The issues to read, oldest change first. */
  readonly issues: readonly ChangedIssue[];
  /** Where the next list may begin; undefined if it cannot advance. */
  readonly cursor: Millis | undefined;
}

export const noChanges: Changes = { issues: [], cursor: undefined };

/** A read this much later than the change that it shows has seen every change of that second. */
const certainAfterMs = 2_000;

/** The issues that differ from the index. */
export async function unknownAmong(
  index: Pick<Index, "records">,
  listed: readonly ChangedIssue[],
): Promise<readonly ChangedIssue[]> {
  const unknown: ChangedIssue[] = [];
  for (const some of portionsOf(listed)) {
    const records = await index.records(some.map(({ id }) => id));
    unknown.push(...some.filter((issue) => !shows(records.get(issue.id), issue)));
  }
  return unknown;
}

/** Whether a record shows an issue as it was listed, for certain. */
export function shows(
  record: IssueRecord | undefined,
  { updatedAt }: Pick<ChangedIssue, "updatedAt">,
): boolean {
  return record?.seen.updatedAt === updatedAt && record.readAt > updatedAt + certainAfterMs;
}

export function refreshRequestsFor(
  repositoryId: RepositoryId,
  ids: readonly NodeId[],
  dueAt: Millis,
  because: string,
): readonly RefreshRequest[] {
  return ids.map((id) => ({ repositoryId, target: { id }, dueAt, because }));
}

/** Requests decisions from the index, for issues of which it shows the latest. */
export function decidesOn(
  repositoryId: RepositoryId,
  ids: readonly NodeId[],
  dueAt: Millis,
  because: string,
): readonly RefreshRequest[] {
  return refreshRequestsFor(repositoryId, ids, dueAt, because).map((look) => ({
    ...look,
    unlessFresh: true,
  }));
}

/** The requests, of a repository that is new to the index. */
export function adopting(requests: readonly RefreshRequest[]): readonly RefreshRequest[] {
  return requests.map((request) => ({ ...request, adopts: true }));
}

/** A commit without content, to spread over: for the few writes that come from outside a reconcile pass. */
export const nothingSettled: PassCommit = {
  settled: [],
  refreshed: [],
  refreshes: [],
  page: undefined,
  records: [],
  gone: [],
  repositories: [],
  decided: [],
  effects: [],
  notes: [],
  ledger: [],
  cursor: undefined,
};
