/** Which repositories and installations have work that is due. */
import type { Clock, Millis } from "../base/clock.ts";
import type { InstallationId, RepositoryId } from "../engine/model/fact.ts";
import type { InstallationBackoff } from "./failure/installation-backoff.ts";
import type { Orders } from "./ports/agents/orders.ts";
import type { Inbox } from "./ports/inbox.ts";
import type { Outbox } from "./ports/outbox.ts";

/** Number of repositories per query; beyond it, fairness covers only the longest waiting ones. */
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
  readonly orders: Pick<Orders, "dueRepositories" | "nextDueAt">;
  readonly clock: Pick<Clock, "now">;
  readonly inbox: Pick<Inbox, "dueRepositories" | "nextDueAt">;
  readonly outbox: Pick<Outbox, "dueInstallations" | "nextDueAt">;
  readonly backoff: Pick<InstallationBackoff, "until">;
}

export function createWorkFinder({ inbox, orders, outbox, backoff, clock }: DueNeeds): WorkFinder {
  return {
    find: async (now) => {
      const [ordered, repositories, installations] = await Promise.all([
        orders.dueRepositories(now),
        inbox.dueRepositories(now, dueAtOnce),
        outbox.dueInstallations(now),
      ]);
      return {
        // Someone waits for an order, and only for seconds.
        repositories: [...new Set([...ordered, ...repositories])],
        installations: installations.filter((id) => backoff.until(id, now) === undefined),
      };
    },
    nextAt: async () => {
      const due = [inbox.nextDueAt(), orders.nextDueAt(clock.now()), outbox.nextDueAt()];
      const times = await Promise.all(due);
      return Math.min(...times.map((time) => time ?? Infinity));
    },
  };
}
