/** Starts a web process: it stores deliveries and orders, and serves pages and the API. Workers do the rest. */
import type { Server } from "node:http";
import type { ProcessRuntime } from "../../dispatcher/dispatcher-ports.ts";
import { listenForAnswers } from "../../store/postgres/database/answer-notifications.ts";
import { dueMetrics } from "../../store/postgres/due-metrics.ts";
import type { Cluster } from "../cluster/open-cluster.ts";
import { unresponsiveFaults } from "../cluster/unresponsive-database.ts";
import { startWebBus } from "../cluster/web-bus.ts";
import { makeDataFolder } from "../maintenance/data-folder.ts";
import type { HttpServerOptions, RunningServer } from "../serving/running-server.ts";
import { startHttpServer } from "../serving/start-http-server.ts";

/**
 * Resolves when the server listens.
 * @param listening the server that listens already, if the process had to wait for PostgreSQL
 * @throws UserError if the port is in use
 */
export async function startWeb(
  options: HttpServerOptions,
  given: ProcessRuntime,
  { database, tables, own, clock, logger, release, close }: Cluster,
  listening: Server | undefined,
): Promise<RunningServer> {
  makeDataFolder(options.home);
  const stored = await database.storeFor({ type: "nothing" });
  const faults = () => {
    const known = [...stored.faults(), ...release.faults()];
    return known.length > 0 ? known : unresponsiveFaults(clock);
  };
  const store = { ...stored, close, faults };
  return startHttpServer(
    options,
    { ...given, clock, logger },
    {
      opened: { store, server: listening },
      createBus: (observed) => ({
        ...startWebBus({
          store,
          tables,
          own,
          runtime: { ...observed, clock },
          checkRelease: release.check,
          listen: (onAnswered) => listenForAnswers(database.url, onAnswered, given.random),
        }),
        backlog: () => dueMetrics(database.connection.lists),
      }),
    },
  );
}
