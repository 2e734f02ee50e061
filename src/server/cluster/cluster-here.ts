/** The processes that share a database, for a command on a machine where perhaps none of them runs. */
import { withSharedTables } from "../../store/postgres/shared-for-command.ts";
import type { KnownProcess } from "../../store/shape/processes.ts";
import { type ClusterSeen, clusterSeen } from "./cluster-seen.ts";

export interface ClusterHere extends Pick<ClusterSeen, "degraded"> {
  readonly processes: readonly KnownProcess[];
}

/** @throws UserError if the database cannot be used */
export function clusterInDatabase(url: string): Promise<ClusterHere> {
  return withSharedTables(url, async ({ processes: table, oldestDue }) => {
    const [processes, installationStatuses, limited, due] = await Promise.all([
      ...([table.alive(), table.installationStatuses(), table.limited()] as const),
      oldestDue(),
    ]);
    const facts = { processes, installationStatuses, limited, oldestDue: due };
    return { processes, degraded: clusterSeen(facts, undefined).degraded };
  });
}
