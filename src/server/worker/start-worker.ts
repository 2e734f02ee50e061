/**
 * Starts a worker: a process that serves installations, each for a while. It has the App's key, and answers only probes
 * and metrics over HTTP: webhooks and pages are the web processes' part.
 */
import type { RequestListener, Server } from "node:http";
import type { ProcessRuntime } from "../../dispatcher/dispatcher-ports.ts";
import { createFairGate } from "../../dispatcher/fair-gate.ts";
import { githubPace } from "../../dispatcher/pace.ts";
import { createStoredSessions } from "../../dispatcher/sessions/stored-sessions.ts";
import { noInstallation } from "../../engine/model/fact.ts";
import { isUnavailable } from "../../store/postgres/database/failure.ts";
import type { Cluster } from "../cluster/open-cluster.ts";
import { otherWorkers } from "../cluster/other-workers.ts";
import { sendProcessHeartbeats } from "../cluster/process-heartbeats.ts";
import { type BusOptions, backoffsIn, connectApp } from "../composition/assembly.ts";
import { closeServer, createHttpServer, listenForApp } from "../http/http-server.ts";
import { defaultRetention, forgetOld } from "../maintenance/retention.ts";
import { createGitHubWatch } from "../metrics/github-watch.ts";
import { loadMetrics } from "../metrics/load-metrics.ts";
import { observeAll } from "../metrics/observe-all.ts";
import { openTenureStore } from "./open-tenure-store.ts";
import { retryWhileUnavailable } from "./retry-while-unavailable.ts";
import { type ServingWorker, serveJobs } from "./serve-jobs.ts";
import { createServe } from "./serve-tenure.ts";
import { createServedLabelRenames } from "./served-label-renames.ts";
import { createWorkerReports } from "./worker-health.ts";
import { createWorkerRoutes } from "./worker-routes.ts";

export interface WorkerOptions extends BusOptions {
  readonly host: string;
  readonly port: number;
  /** Lets its holder read /metrics; without one, /metrics is closed. */
  readonly metricsToken?: string | undefined;
}

export interface RunningWorker {
  /** The address of the probes, for example `http://127.0.0.1:4010`. */
  readonly url: string;
  /** Resolves when it starts to take installations, or at `close`; rejects with a UserError if retrying cannot help. */
  readonly whenReady: Promise<void>;
  /** Takes no more installations, ends its tenures in order, and stops. */
  readonly close: () => Promise<void>;
}

/** Orchestrators kill a process 30 s after SIGTERM. */
const drainMs = 20_000;
const requestGraceMs = 1_000;

/**
 * Resolves when the probes answer.
 * @param listening the server that listens already, if the process had to wait for PostgreSQL
 * @throws UserError if the port is in use
 */
export async function startWorker(
  options: WorkerOptions,
  given: ProcessRuntime,
  cluster: Cluster,
  listening: Server | undefined,
): Promise<RunningWorker> {
  const metricsPart =
    options.metricsToken === undefined ? undefined : await loadMetrics(options.metricsToken);
  const githubWatch = createGitHubWatch(cluster.clock);
  const runtime = {
    ...given,
    clock: cluster.clock,
    logger: cluster.logger,
    observer: observeAll([githubWatch, ...(metricsPart === undefined ? [] : [metricsPart.metrics.observer])]),
  };
  const { clock, logger, random } = runtime;
  const { database, tables, jobs, release } = cluster;
  const stopping = new AbortController();
  const { signal } = stopping;
  const store = await database.storeFor({ type: "nothing" });
  let serving: ServingWorker | undefined;

  /** Waits for PostgreSQL while it is unavailable. */
  const whenAvailable = <T>(work: () => Promise<T>): Promise<T> =>
    retryWhileUnavailable(work, { isUnavailable, clock, random, logger, signal });

  async function begin(): Promise<void> {
    const served = createServedLabelRenames();
    const connected = await connectApp(
      options,
      runtime,
      {
        backoffs: await whenAvailable(() => backoffsIn(store, logger)),
        renames: served.renames,
        mayWrite: (installation) => serving?.worker.mayWrite(installation) === true,
        writeSignal: (installation) => serving?.worker.writeSignal(installation),
      },
      signal,
    );
    if (connected === undefined) return;
    const serve = createServe({
      options,
      runtime,
      app: connected,
      requests: tables.requests,
      onBegin: served.add,
      openStore: (tenure) => openTenureStore(database, tenure),
      pauses: () => tables.pauses.read(),
      adopting: createFairGate(githubPace.adoptingAtOnce),
      sessionsIn: (installation) =>
        createStoredSessions({ read: () => tables.sessionsIn(installation), clock, logger }),
      onListed: (installations) => jobs.table.addMissing(installations),
    });
    await whenAvailable(() => jobs.table.addMissing([noInstallation]));
    if (!signal.aborted)
      serving = serveJobs(database.url, jobs, { serve, clock: given.clock, random, logger, others });
  }

  const others = async () => otherWorkers(await tables.processes.alive(), cluster.own.id);

  const reports = createWorkerReports({ cluster, store, githubWatch, serving: () => serving });
  const metrics = metricsPart?.routeFor({ snapshot: reports.metrics, logger });
  const routes: RequestListener = createWorkerRoutes(reports.health, metrics);
  const server = listening?.removeAllListeners("request").on("request", routes) ?? createHttpServer(routes);
  const { port } = await listenForApp(server, options.host, options.port);
  const routines = [
    sendProcessHeartbeats(
      {
        processes: tables.processes,
        own: cluster.own,
        clock,
        logger,
        afterHeartbeat: release.check,
        report: reports.toProcesses,
      },
      signal,
    ),
    forgetOld({ store, clock, logger }, options.retention ?? defaultRetention, signal),
  ];
  const whenReady = begin();
  whenReady.catch((thrown: unknown) => logger.error({}, "the worker could not start", thrown));
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    await serving?.worker.drain(drainMs);
    stopping.abort();
    // Do not close the database while the start is still under way.
    await whenReady.catch(() => {});
    await closeServer(server, requestGraceMs);
    await Promise.all([...routines, serving?.close()]);
    await cluster.close();
  };
  return {
    url: `http://${options.host}:${port}`,
    whenReady,
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}
