/** Reads which processes share a database, for a command: none of them has to run on its machine. */
import { withSharedTables } from "../../store/postgres/shared-for-command.ts";
import type { KnownProcess } from "../../store/shape/processes.ts";
import { type ClusterStatus, clusterStatus } from "./cluster-status.ts";

export interface ClusterForCommand extends Pick<ClusterStatus, "degraded"> {
  readonly processes: readonly KnownProcess[];
}

/** @throws UserError if the database cannot be used */
export function readCluster(url: string): Promise<ClusterForCommand> {
  return withSharedTables(url, async ({ processes: table, oldestDue }) => {
    const [processes, installationStatuses, limited, due] = await Promise.all([
      ...([table.alive(), table.installationStatuses(), table.limited()] as const),
      oldestDue(),
    ]);
    const facts = { processes, installationStatuses, limited, oldestDue: due };
    return { processes, degraded: clusterStatus(facts, undefined).degraded };
  });
}
