/**
 * Refreshes an issue on demand, for a caller that is about to rely on the index. The list of changed issues
 * is read as well: the change that matters may be in another issue that no delivery has reported yet.
 */

import type { Clock } from "../../base/clock.ts";
import type { Dispatcher } from "../../dispatcher/dispatcher.ts";
import type { FailureHandler } from "../../dispatcher/failure/failure-handler.ts";
import type { Index } from "../../dispatcher/ports/issue-index.ts";
import type { Activity } from "../../dispatcher/repository/activity.ts";
import type { ChangeRefresher } from "../../dispatcher/schedule/change-refresher.ts";
import type { FullRef } from "../../protocol/references/ref.ts";

/** Callers that need more time retry, so no request is kept open longer. */
const maxMs = 2_000;

/**
 * Reads what changed in the issue's repository and the issue itself, and carries out what follows. Resolves to
 * false if that took more than two seconds, or if GitHub could not be reached.
 */
export type IssueRefresh = (ref: FullRef) => Promise<boolean>;

interface Needs {
  readonly index: Pick<Index, "resolve" | "repository" | "requestRefreshes">;
  readonly clock: Clock;
  readonly failures: Pick<FailureHandler, "attempt">;
  readonly changeRefresher: Pick<ChangeRefresher, "refresh">;
  readonly dispatcher: Pick<Dispatcher, "wake" | "idle">;
  readonly activity: Pick<Activity, "heard">;
  /** Resolves when the index shows what changed while no server ran. */
  readonly swept: Promise<void>;
}

export function createIssueRefresh(needs: Needs): IssueRefresh {
  const { index, clock, failures, changeRefresher, dispatcher, activity, swept } = needs;

  async function refresh({ owner, repo, number }: FullRef): Promise<boolean> {
    const repositoryId = (await index.resolve(owner, repo, number))?.repositoryId;
    const repository = repositoryId === undefined ? undefined : index.repository(repositoryId);
    // The index has nothing about a repository that we do not serve, so it cannot become fresher.
    if (repository === undefined) return true;
    activity.heard(repository.installationId);
    const isListed = await failures.attempt("refresh on demand", repository, () =>
      changeRefresher.refresh(repository, { everything: false, reread: 0 }),
    );
    if (!isListed) return false;
    const because = "a client waits for it";
    await index.requestRefreshes([
      { repositoryId: repository.id, target: { number }, dueAt: clock.now(), because },
    ]);
    dispatcher.wake();
    await dispatcher.idle();
    return true;
  }

  return async (ref) => {
    const enough = new AbortController();
    const late = clock.sleep(maxMs, enough.signal).then(() => false);
    try {
      return await Promise.race([swept.then(() => refresh(ref)), late]);
    } finally {
      enough.abort();
    }
  };
}
