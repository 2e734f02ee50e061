/**
 * Starts a worker: a process that serves installations, each for a while. It has the App's key. From outside only its
 * probes are reached; webhooks and pages are the web processes' part.
 */
import type { RequestListener, Server } from "node:http";
import { type Millis, toIsoSeconds } from "../../base/clock.ts";
import type { ProcessRuntime } from "../../dispatcher/dispatcher-ports.ts";
import { createFairGate } from "../../dispatcher/fair-gate.ts";
import { githubPace } from "../../dispatcher/pace.ts";
import { FenceLost } from "../../dispatcher/ports/fence.ts";
import { createStoredSessions } from "../../dispatcher/sessions/stored-sessions.ts";
import { noInstallation } from "../../engine/model/fact.ts";
import type { Tenure } from "../../jobs/held-installation.ts";
import { closeCarryover, openCarryover } from "../../store/postgres/carryovers.ts";
import type { Queries } from "../../store/postgres/database/connection.ts";
import { isUnavailable } from "../../store/postgres/database/failure.ts";
import { dueFigures } from "../../store/postgres/due-figures.ts";
import { saveInstallationStatus } from "../../store/postgres/processes.ts";
import { requireFence } from "../../store/postgres/tables/fence-table.ts";
import type { Store } from "../../store/store.ts";
import type { Cluster } from "../cluster/open-cluster.ts";
import { otherWorkers } from "../cluster/other-workers.ts";
import { keepPresent } from "../cluster/presence.ts";
import { silenceOf } from "../cluster/silence.ts";
import { type BusOptions, backoffsIn, connectApp } from "../composition/assembly.ts";
import { closeServer, createHttpServer, listenForApp } from "../http/http-server.ts";
import { defaultRetention, forgetOld } from "../maintenance/retention.ts";
import { createGitHubWatch } from "../metrics/github-watch.ts";
import { loadMetrics } from "../metrics/load-metrics.ts";
import { observeAll } from "../metrics/observe-all.ts";
import type { TenureStore } from "./begin-tenure.ts";
import { type RunningWorker as ServingJobs, startWorker as serveJobs } from "./jobs.ts";
import { retryWhileUnavailable } from "./retry-while-unavailable.ts";
import { createServedNames } from "./served-names.ts";
import { createTenures } from "./tenure.ts";
import { createWorkerRoutes, type WorkerHealth } from "./worker-routes.ts";

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
/** By then other workers may have taken over its installations. */
const maxSilentMs = 10_000;

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
  const figures = options.metricsToken === undefined ? undefined : await loadMetrics(options.metricsToken);
  const githubWatch = createGitHubWatch(cluster.clock);
  const runtime = {
    ...given,
    ...{ clock: cluster.clock, logger: cluster.logger },
    observer: observeAll([githubWatch, ...(figures === undefined ? [] : [figures.metrics.observer])]),
  };
  const { clock, logger, random } = runtime;
  const { database, tables, jobs, release } = cluster;
  const stopping = new AbortController();
  const { signal } = stopping;
  const store = await database.storeFor({ type: "nothing" });
  let worker: ServingJobs | undefined;

  /** PostgreSQL may be unavailable for a while, as GitHub may. */
  const patiently = <T>(work: () => Promise<T>): Promise<T> =>
    retryWhileUnavailable(work, { isUnavailable, clock, random, logger, signal });

  async function begin(): Promise<void> {
    const names = createServedNames();
    const connected = await connectApp(
      options,
      runtime,
      {
        backoffs: await patiently(() => backoffsIn(store, logger)),
        renames: names.renames,
        mayWrite: (installation) => worker?.mayWrite(installation) === true,
        writeSignal: (installation) => worker?.writeSignal(installation),
      },
      signal,
    );
    if (connected === undefined) return;
    const serve = createTenures({
      ...{ options, runtime, app: connected, requests: tables.requests, began: names.add },
      openStore: (tenure) => openStore(cluster, tenure),
      pauses: () => tables.pauses.read(),
      adopting: createFairGate(githubPace.adoptingAtOnce),
      sessionsIn: (installation) =>
        createStoredSessions({ read: () => tables.sessionsIn(installation), clock, logger }),
      listed: (installations) => jobs.table.addMissing(installations),
    });
    await patiently(() => jobs.table.addMissing([noInstallation]));
    if (!signal.aborted)
      worker = serveJobs(database.url, jobs, { serve, clock: given.clock, random, logger, others });
  }

  const others = async () => otherWorkers(await tables.processes.alive(), cluster.own.id);

  /** A heartbeat that succeeds is an answer, too. An idle worker sends none. */
  const silence = () => {
    const silentMs = () => Math.min(clock.silentMs(), worker?.status().heartbeatAgeMs ?? Infinity);
    return silenceOf({ now: clock.now, silentMs }, maxSilentMs);
  };

  const health = async (): Promise<WorkerHealth> => {
    const status = worker?.status();
    const known = [...store.faults(), ...release.faults()];
    const faults = known.length > 0 ? known : silence();
    return {
      status: faults.length > 0 ? "failing" : worker === undefined ? "starting" : "ready",
      role: "worker",
      failing: faults.map(({ part, error }) => ({ part, error })),
      tenures: status?.tenures.length ?? 0,
      fencesLost: status?.lost ?? 0,
      heartbeatAgeMs: status?.heartbeatAgeMs,
      githubFailingSince: isoOrNothing(githubWatch.failingSince()),
    };
  };
  const metrics = figures?.routeFor({
    snapshot: async () => ({
      health: { deliveries: await store.inbox.counts(), ingress: {} },
      workload: await store.workload(clock.now()),
      cluster: {
        ...(await dueFigures(database.connection.lists)),
        worker: {
          tenures: worker?.status().tenures.length ?? 0,
          tenuresLost: worker?.status().lostInAll ?? 0,
          busyRatio: worker?.busyRatio() ?? 0,
        },
      },
    }),
    logger,
  });
  const routes: RequestListener = createWorkerRoutes(health, metrics);
  const server = listening?.removeAllListeners("request").on("request", routes) ?? createHttpServer(routes);
  const { port } = await listenForApp(server, options.host, options.port);
  const routines = [
    keepPresent(
      {
        ...{ processes: tables.processes, own: cluster.own, clock, logger, afterHeartbeat: release.check },
        report: () => ({
          tenures: worker?.status().tenures.length ?? 0,
          fencesLost: worker?.status().lost ?? 0,
          isBusy: worker?.status().isBusy ?? true,
          githubFailingSince: githubWatch.failingSince(),
        }),
      },
      signal,
    ),
    forgetOld({ store, clock, logger }, options.retention ?? defaultRetention, signal),
  ];
  const whenReady = begin();
  whenReady.catch((thrown: unknown) => logger.error({}, "the worker could not start", thrown));
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    await worker?.drain(drainMs);
    stopping.abort();
    // Do not close the database while the start is still under way.
    await whenReady.catch(() => {});
    await closeServer(server, requestGraceMs);
    await Promise.all([...routines, worker?.close()]);
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

function isoOrNothing(at: Millis | undefined): string | undefined {
  return at === undefined ? undefined : toIsoSeconds(at);
}

/** Opens the database for a tenure: every write checks that this process still owns the installation. */
async function openStore({ database }: Cluster, tenure: Tenure): Promise<TenureStore> {
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
    leave: (text, status) =>
      fenced(async (queries) => {
        await closeCarryover(queries, installationId, text);
        await saveInstallationStatus(queries, installationId, status);
      }),
  };
}
