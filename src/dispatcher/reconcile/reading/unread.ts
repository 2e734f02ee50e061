/**
 * Handles issues that GitHub does not answer for while it answers for others. They do not fail the whole
 * pass: one of them would otherwise block its repository for as long as it cannot be read.
 */
import type { Millis } from "../../../base/clock.ts";
import type { Logger } from "../../../base/logger.ts";
import type { Fact, NodeId, RepositoryId, RepositorySeen } from "../../../engine/model/fact.ts";
import type { Failures } from "../../failure/backoff.ts";
import { unreadRow } from "../../ledger.ts";
import type { Pace } from "../../pace.ts";
import type { Index } from "../../ports/issue-index.ts";
import type { LedgerEntry } from "../../ports/ledger.ts";
import type { RefreshRequest } from "../../ports/refresh-request.ts";
import type { ReadRequest, Tracker } from "../../ports/tracker.ts";
import { IssuesUnread } from "../../request-failed.ts";
import { keyOf, type Target } from "./targets.ts";

export interface Unread {
  readonly target: Target;
  readonly message: string;
}

export function idsOf(unread: readonly Unread[]): readonly NodeId[] {
  return unread.flatMap(({ target }) => ("id" in target ? target.id : []));
}

/** Reads what can be read, and adds the rest to `unread`. Rejects if GitHub cannot be asked at all. */
export async function readOrLeave(
  tracker: Pick<Tracker, "readIssues">,
  repository: RepositorySeen,
  requests: ReadonlyMap<ReadRequest, Target>,
  unread: Unread[],
): Promise<readonly Fact[]> {
  const left = new Map(requests);
  while (left.size > 0) {
    try {
      return await tracker.readIssues(repository.installationId, [...left.keys()]);
    } catch (thrown) {
      if (!(thrown instanceof IssuesUnread) || thrown.requests.length === 0) throw thrown;
      for (const request of thrown.requests) {
        const target = left.get(request);
        if (target === undefined || !left.delete(request)) throw thrown;
        unread.push({ target, message: thrown.message });
      }
    }
  }
  return [];
}

interface TriedAgain {
  readonly refreshes: readonly RefreshRequest[];
  readonly ledger: readonly LedgerEntry[];
}

/** The issues that a pass tried to read. */
interface Attempted {
  readonly repositoryId: RepositoryId;
  readonly unread: readonly Unread[];
  /** The issues that were read. */
  readonly ids: ReadonlySet<NodeId>;
  /** The targets that the pass was to adopt, by `keyOf`. */
  readonly adopted: ReadonlySet<string>;
  readonly now: Millis;
}

/** Requests each again after its own delay, and reports it once when that has failed often enough. */
export type TryAgain = (attempted: Attempted) => Promise<TriedAgain>;

interface Needs {
  readonly index: Pick<Index, "idsOf">;
  readonly logger: Logger;
  readonly pace: Pick<Pace, "maxAttempts">;
  /** Failures in a row, by issue. */
  readonly failures: Failures;
}

export function createUnreadRetries({ index, logger, pace, failures }: Needs): TryAgain {
  return async ({ repositoryId, unread, ids, adopted, now }) => {
    const numbers = unread.flatMap(({ target }) => ("number" in target ? target.number : []));
    const byNumber = numbers.length === 0 ? new Map() : await index.idsOf(repositoryId, numbers);
    for (const id of ids) failures.forget(id);
    const refreshes: RefreshRequest[] = [];
    const ledger: LedgerEntry[] = [];
    for (const { target, message } of unread) {
      const id = "id" in target ? target.id : byNumber.get(target.number);
      const key = id ?? `${repositoryId} ${keyOf(target)}`;
      const dueAt = now + failures.again(key);
      // One that may never be read must not keep all others from files: it is reported instead.
      const adopts = adopted.has(keyOf(target)) && failures.count(key) < pace.maxAttempts;
      const because = "it could not be read";
      refreshes.push({ repositoryId, target, dueAt, because, ...(adopts ? { adopts } : {}) });
      logger.warn({ repository: repositoryId, issue: keyOf(target), message }, "an issue could not be read");
      if (failures.count(key) === pace.maxAttempts)
        ledger.push(unreadRow(now, { repositoryId, issueId: id, name: keyOf(target) }, message));
    }
    return { refreshes, ledger };
  };
}
