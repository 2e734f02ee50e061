/** Keeps a recent copy of the state that the other processes report, so that readers need not wait for a query. */
import type { Clock, Millis } from "../../base/clock.ts";
import { messageOf } from "../../base/errors.ts";
import type { Logger } from "../../base/logger.ts";
import { nothingPaused, type OwnersPauses } from "../../dispatcher/schedule/pauses.ts";
import type { InstallationId } from "../../engine/model/fact.ts";
import { aliveForMs, type InstallationStatus } from "../../store/shape/processes.ts";
import type { SharedTables } from "../../store/shape/shared-tables.ts";
import { type ClusterFacts, type ClusterStatus, clusterStatus } from "./cluster-status.ts";

export interface ClusterCache {
  /** Never rejects. */
  readonly refresh: () => Promise<void>;
  /** Resolves after the first successful refresh. */
  readonly loaded: Promise<void>;
  readonly isLoaded: () => boolean;
  readonly pauses: () => OwnersPauses;
  readonly installationStatuses: () => ReadonlyMap<InstallationId, InstallationStatus>;
  readonly status: () => ClusterStatus;
}

interface Needs {
  readonly tables: Pick<SharedTables, "pauses" | "processes" | "oldestDue">;
  readonly clock: Pick<Clock, "now">;
  readonly logger: Logger;
}

/** Three refreshes were missed. */
const staleAfterMs = 15_000;
/** After this long, a refresh was missed: processes that seem to have stopped may have sent heartbeats since. */
const currentForMs = 7_500;

interface Reading extends ClusterFacts {
  readonly pauses: OwnersPauses;
}

export function createClusterCache({ tables, clock, logger }: Needs): ClusterCache {
  const { processes, pauses } = tables;
  const loaded = Promise.withResolvers<void>();
  const startedAt = clock.now();
  let readAt: Millis | undefined;
  let last: Reading = {
    processes: [],
    installationStatuses: new Map(),
    limited: { installations: 0, until: undefined },
    oldestDue: undefined,
    pauses: nothingPaused,
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
        loaded.resolve();
      } catch (thrown) {
        logger.warn(
          { error: messageOf(thrown) },
          "could not read the state of the other processes, will retry",
          thrown,
        );
      }
    },
    loaded: loaded.promise,
    isLoaded: () => readAt !== undefined,
    pauses: () => last.pauses,
    installationStatuses: () => last.installationStatuses,
    status: () => {
      const now = clock.now();
      const ageMs = now - (readAt ?? startedAt);
      const isCurrent = ageMs < currentForMs;
      const processes = last.processes.filter(({ seenAt }) => !isCurrent || now - seenAt < aliveForMs);
      return clusterStatus({ ...last, processes }, ageMs > staleAfterMs ? ageMs : undefined);
    },
  };
}
