/** Asks GitHub which repositories we serve, and knows when to ask again. */
import type { Clock, Millis } from "../../base/clock.ts";
import type { InstallationId } from "../../engine/model/fact.ts";
import type { FailureHandler } from "../failure/handle-failure.ts";
import type { Pace } from "../pace.ts";
import type { Index } from "../ports/issue-index.ts";
import type { RefreshRepositories } from "../repository/installations.ts";

export interface ServedList {
  /** Rejects if GitHub cannot say which repositories are ours. */
  readonly refresh: () => Promise<void>;
  /** The same, and never rejects. */
  readonly tryRefresh: () => Promise<void>;
  /** Whether they are to be listed without a sign that they changed; sooner again after a failure. */
  readonly isDue: () => boolean;
  readonly dueAt: () => Millis;
  /** Those whose repositories we serve. */
  readonly installations: () => readonly InstallationId[];
}

interface Needs {
  readonly index: Pick<Index, "repositories">;
  readonly refreshRepositories: RefreshRepositories;
  readonly failures: Pick<FailureHandler, "attempt">;
  readonly clock: Clock;
  readonly pace: Pick<Pace, "listEveryMs" | "sweepEveryMs">;
  /** When to list them first; at once if absent. */
  readonly firstAt?: Millis | undefined;
}

export function createServedList(needs: Needs): ServedList {
  const { index, refreshRepositories, failures, clock, pace } = needs;
  let dueAt: Millis = needs.firstAt ?? -Infinity;
  const refresh = async (): Promise<void> => {
    const now = clock.now();
    dueAt = now + pace.sweepEveryMs;
    await refreshRepositories();
    dueAt = now + pace.listEveryMs;
  };
  return {
    refresh,
    tryRefresh: async () => {
      await failures.attempt("list repositories", undefined, refresh);
    },
    installations: () => [...new Set(index.repositories().map(({ installationId }) => installationId))],
    isDue: () => clock.now() >= dueAt,
    dueAt: () => dueAt,
  };
}
