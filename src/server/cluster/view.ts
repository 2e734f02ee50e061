/** Keeps a recent copy of the state that the other processes report, so that readers need not wait for a query. */
import type { Clock, Millis } from "../../base/clock.ts";
import { messageOf } from "../../base/errors.ts";
import type { Logger } from "../../base/logger.ts";
import { nothingPaused, type OwnersPauses } from "../../dispatcher/schedule/pauses.ts";
import type { InstallationId } from "../../engine/model/fact.ts";
import { aliveForMs, type InstallationStatus } from "../../store/shape/processes.ts";
import type { SharedTables } from "../../store/shape/shared-tables.ts";
import { type ClusterFacts, type ClusterSeen, clusterSeen } from "./cluster-seen.ts";

export interface ClusterView {
  /** Never rejects. */
  readonly refresh: () => Promise<void>;
  /** Resolves after the first successful refresh. */
  readonly first: Promise<void>;
  readonly isRead: () => boolean;
  readonly pauses: () => OwnersPauses;
  readonly installationStatuses: () => ReadonlyMap<InstallationId, InstallationStatus>;
  readonly seen: () => ClusterSeen;
}

interface Needs {
  readonly tables: Pick<SharedTables, "pauses" | "processes" | "oldestDue">;
  readonly clock: Pick<Clock, "now">;
  readonly logger: Logger;
}

/** Three refreshes were missed. */
const staleAfterMs = 15_000;
/** After this long a refresh was missed, so its list cannot show which processes have stopped: keep all of them. */
const currentForMs = 7_500;

interface Reading extends ClusterFacts {
  readonly pauses: OwnersPauses;
}

export function createClusterView({ tables, clock, logger }: Needs): ClusterView {
  const { processes, pauses } = tables;
  const first = Promise.withResolvers<void>();
  const startedAt = clock.now();
  let readAt: Millis | undefined;
  let last: Reading = {
    ...{
      processes: [],
      installationStatuses: new Map(),
      limited: { installations: 0, until: undefined },
      oldestDue: undefined,
      pauses: nothingPaused,
    },
  };

  async function read(): Promise<Reading> {
    const [alive, installationStatuses, limited, due, paused] = await Promise.all([
      processes.alive(),
      processes.installationStatuses(),
      processes.limited(),
      tables.oldestDue(),
      pauses.read(),
    ]);
    return { processes: alive, installationStatuses, limited, oldestDue: due, pauses: paused };
  }

  return {
    refresh: async () => {
      try {
        last = await read();
        readAt = clock.now();
        first.resolve();
      } catch (thrown) {
        logger.warn(
          { error: messageOf(thrown) },
          "could not read the state of the other processes, will retry",
          thrown,
        );
      }
    },
    first: first.promise,
    isRead: () => readAt !== undefined,
    pauses: () => last.pauses,
    installationStatuses: () => last.installationStatuses,
    seen: () => {
      const now = clock.now();
      const agoMs = now - (readAt ?? startedAt);
      const isCurrent = agoMs < currentForMs;
      const processes = last.processes.filter(({ seenAt }) => !isCurrent || now - seenAt < aliveForMs);
      return clusterSeen({ ...last, processes }, agoMs > staleAfterMs ? agoMs : undefined);
    },
  };
}
