/** Which repositories and installations have work that is due. */
import type { Millis } from "../base/clock.ts";
import type { InstallationId, RepositoryId } from "../engine/model/fact.ts";
import type { InstallationBackoff } from "./failure/installation-backoff.ts";
import type { Inbox } from "./ports/inbox.ts";
import type { Outbox } from "./ports/outbox.ts";

/** Number of repositories asked for at once; beyond it, fairness covers only the longest waiting ones. */
const dueAtOnce = 256;

interface Due {
  readonly repositories: readonly RepositoryId[];
  readonly installations: readonly InstallationId[];
}

export interface WorkFinder {
  readonly find: (now: Millis) => Promise<Due>;
  /** When the next work is due; `Infinity` if none waits. */
  readonly nextAt: () => Promise<Millis>;
}

interface DueNeeds {
  readonly inbox: Pick<Inbox, "dueRepositories" | "nextDueAt">;
  readonly outbox: Pick<Outbox, "dueInstallations" | "nextDueAt">;
  readonly backoff: Pick<InstallationBackoff, "until">;
}

export function createWorkFinder({ inbox, outbox, backoff }: DueNeeds): WorkFinder {
  return {
    find: async (now) => {
      const [repositories, installations] = await Promise.all([
        inbox.dueRepositories(now, dueAtOnce),
        outbox.dueInstallations(now),
      ]);
      return {
        repositories,
        installations: installations.filter((id) => backoff.until(id, now) === undefined),
      };
    },
    nextAt: async () => {
      const [arrival, effect] = await Promise.all([inbox.nextDueAt(), outbox.nextDueAt()]);
      return Math.min(arrival ?? Infinity, effect ?? Infinity);
    },
  };
}
