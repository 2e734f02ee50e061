/**
 * Handles issues that GitHub does not answer for while it answers for others. They do not fail the whole
 * pass: one of them would otherwise block its repository for as long as it cannot be read.
 */
import type { Millis } from "../../../base/clock.ts";
import type { Fact, NodeId, RepositorySeen } from "../../../engine/model/fact.ts";
import type { DispatcherPorts } from "../../dispatcher-ports.ts";
import { FailureCounts } from "../../failure/failure-counts.ts";
import { unreadRow } from "../../ledger.ts";
import type { LedgerEntry } from "../../ports/ledger.ts";
import type { RefreshRequest } from "../../ports/refresh-request.ts";
import type { ReadRequest, Tracker } from "../../ports/tracker.ts";
import { IssuesUnread } from "../../request-failed.ts";
import { keyOf, type Target } from "./targets.ts";

export interface UnreadIssue {
  readonly target: Target;
  readonly message: string;
}

export function listUnreadIds(unread: readonly UnreadIssue[]): readonly NodeId[] {
  return unread.flatMap(({ target }) => ("id" in target ? target.id : []));
}

/** Reads what can be read, and adds the rest to `unread`. Rejects if GitHub cannot be asked at all. */
export async function readAllButUnread(
  tracker: Pick<Tracker, "readIssues">,
  repository: RepositorySeen,
  requests: ReadonlyMap<ReadRequest, Target>,
  unread: UnreadIssue[],
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

export interface UnreadRefreshes {
  readonly refreshes: readonly RefreshRequest[];
  readonly ledger: readonly LedgerEntry[];
}

/** The issues that a pass tried to read. */
interface ReadingAttempt {
  readonly repository: RepositorySeen;
  readonly gathered: { readonly unread: readonly UnreadIssue[]; readonly ids: ReadonlySet<NodeId> };
}

export class UnreadIssues {
  readonly #ports: Pick<DispatcherPorts, "stores" | "runtime" | "pace">;
  /** Failures in a row, by issue. */
  readonly #failures: FailureCounts;

  constructor(ports: Pick<DispatcherPorts, "stores" | "runtime" | "pace">) {
    this.#ports = ports;
    this.#failures = new FailureCounts(ports.pace.failures, ports.runtime.random);
  }

  /**
   * Requests each again after its own delay, and reports it once when that has failed often enough.
   * @param adopted the targets that the pass was to adopt, by `keyOf`
   */
  async requestAgain(
    { repository: { id: repositoryId }, gathered }: ReadingAttempt,
    adopted: ReadonlySet<string>,
    now: Millis,
  ): Promise<UnreadRefreshes> {
    const { stores, runtime, pace } = this.#ports;
    const failures = this.#failures;
    const numbers = gathered.unread.flatMap(({ target }) => ("number" in target ? target.number : []));
    const byNumber = numbers.length === 0 ? new Map() : await stores.index.idsOf(repositoryId, numbers);
    for (const id of gathered.ids) failures.forget(id);
    const refreshes: RefreshRequest[] = [];
    const ledger: LedgerEntry[] = [];
    for (const { target, message } of gathered.unread) {
      const id = "id" in target ? target.id : byNumber.get(target.number);
      const name = keyOf(target);
      const key = id ?? `${repositoryId} ${name}`;
      const dueAt = now + failures.countOne(key);
      // One that may never be read must not keep all others from files: it is reported instead.
      const adopts = adopted.has(name) && failures.count(key) < pace.maxAttempts;
      const because = "it could not be read";
      refreshes.push({ repositoryId, target, dueAt, because, ...(adopts ? { adopts } : {}) });
      runtime.logger.warn({ repository: repositoryId, issue: name, message }, "an issue could not be read");
      if (failures.count(key) === pace.maxAttempts)
        ledger.push(unreadRow(now, { repositoryId, issueId: id, name }, message));
    }
    return { refreshes, ledger };
  }
}
