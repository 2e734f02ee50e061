/** Opens the database for a tenure: every write checks that this process still owns the installation. */
import { FenceLost } from "../../dispatcher/ports/fence.ts";
import type { Tenure } from "../../jobs/held-installation.ts";
import { closeCarryover, openCarryover } from "../../store/postgres/carryovers.ts";
import type { Queries } from "../../store/postgres/database/connection.ts";
import { saveInstallationStatus } from "../../store/postgres/processes.ts";
import { requireFence } from "../../store/postgres/tables/fence-table.ts";
import type { Store } from "../../store/store.ts";
import type { Cluster } from "../cluster/open-cluster.ts";
import type { TenureStore } from "./begin-tenure.ts";

export async function openTenureStore(database: Cluster["database"], tenure: Tenure): Promise<TenureStore> {
  const { installationId, token } = tenure;
  const requireOwnership = async (queries: Queries): Promise<void> => {
    try {
      await requireFence(queries, { installationId, token });
    } catch (thrown) {
      if (thrown instanceof FenceLost) tenure.lose();
      throw thrown;
    }
  };
  const store: Store = await database.storeFor({
    type: "installation",
    id: installationId,
    requireOwnership,
  });
  const fenced = <T>(work: (queries: Queries) => Promise<T>): Promise<T> =>
    database.connection.write(async (queries) => {
      await requireOwnership(queries);
      return work(queries);
    });
  return {
    store,
    found: await fenced((queries) => openCarryover(queries, installationId)),
    saveCarryover: (text, status) =>
      fenced(async (queries) => {
        await closeCarryover(queries, installationId, text);
        await saveInstallationStatus(queries, installationId, status);
      }),
  };
}
