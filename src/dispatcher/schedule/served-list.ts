/** Asks GitHub which repositories we serve, and remembers when that was last answered. */
import type { Clock, Millis } from "../../base/clock.ts";
import type { FailureHandler } from "../failure/handle-failure.ts";
import type { RefreshRepositories } from "../repository/installations.ts";

export interface ServedList {
  /** Rejects if GitHub cannot say which repositories are ours. */
  readonly refresh: () => Promise<void>;
  /** The same, and never rejects. */
  readonly tryRefresh: () => Promise<void>;
  /** How long ago the last list was asked for. */
  readonly ageMs: () => Millis;
}

interface Needs {
  readonly refreshRepositories: RefreshRepositories;
  readonly failures: Pick<FailureHandler, "attempt">;
  readonly clock: Clock;
}

export function createServedList({ refreshRepositories, failures, clock }: Needs): ServedList {
  let listedAt = -Infinity;
  const refresh = async (): Promise<void> => {
    const now = clock.now();
    await refreshRepositories();
    listedAt = now;
  };
  return {
    refresh,
    tryRefresh: async () => {
      await failures.attempt("list repositories", undefined, refresh);
    },
    ageMs: () => clock.now() - listedAt,
  };
}
