/** What a worker reports about itself: to probes, to /metrics, and to the other processes. */
import { type Millis, toIsoSeconds } from "../../base/clock.ts";
import { heartbeatTimeoutMs } from "../../jobs/job-queue.ts";
import { dueMetrics } from "../../store/postgres/due-metrics.ts";
import type { Store } from "../../store/store.ts";
import type { Cluster } from "../cluster/open-cluster.ts";
import { unresponsiveFaults } from "../cluster/unresponsive-database.ts";
import type { GitHubWatch } from "../metrics/github-watch.ts";
import type { MetricsSnapshot } from "../metrics/process-metrics.ts";
import type { ServingWorker } from "./serve-jobs.ts";
import type { WorkerHealth } from "./worker-routes.ts";

export interface WorkerReports {
  readonly health: () => Promise<WorkerHealth>;
  readonly metrics: () => Promise<MetricsSnapshot>;
  readonly toProcesses: () => object;
}

interface Needs {
  readonly cluster: Pick<Cluster, "clock" | "database" | "release">;
  readonly store: Pick<Store, "faults" | "inbox" | "workload">;
  readonly githubWatch: Pick<GitHubWatch, "failingSince">;
  /** Undefined until it takes installations. */
  readonly serving: () => Pick<ServingWorker, "worker" | "busyRatio"> | undefined;
}

export function createWorkerReports({ cluster, store, githubWatch, serving }: Needs): WorkerReports {
  const { clock, database, release } = cluster;

  /** A successful heartbeat is an answer as well. An idle worker sends none. */
  const unresponsive = () => {
    const sinceAnswerMs = () =>
      Math.min(clock.sinceAnswerMs(), serving()?.worker.status().heartbeatAgeMs ?? Infinity);
    return unresponsiveFaults({ now: clock.now, sinceAnswerMs }, heartbeatTimeoutMs);
  };

  return {
    health: async () => {
      const status = serving()?.worker.status();
      const known = [...store.faults(), ...release.faults()];
      const faults = known.length > 0 ? known : unresponsive();
      return {
        status: faults.length > 0 ? "failing" : status === undefined ? "starting" : "ready",
        role: "worker",
        failing: faults.map(({ part, error, since }) => ({ part, error, since: toIsoSeconds(since) })),
        tenures: status?.tenures.length ?? 0,
        fencesLost: status?.lostLastHour ?? 0,
        heartbeatAgeMs: status?.heartbeatAgeMs,
        githubFailingSince: isoOrUndefined(githubWatch.failingSince()),
      };
    },
    metrics: async () => ({
      health: { deliveries: await store.inbox.counts(), ingress: {} },
      workload: await store.workload(clock.now()),
      cluster: {
        ...(await dueMetrics(database.connection.lists)),
        worker: {
          tenures: serving()?.worker.status().tenures.length ?? 0,
          tenuresLost: serving()?.worker.status().lostSinceStart ?? 0,
          busyRatio: serving()?.busyRatio() ?? 0,
        },
      },
    }),
    toProcesses: () => {
      const status = serving()?.worker.status();
      return {
        tenures: status?.tenures.length ?? 0,
        fencesLost: status?.lostLastHour ?? 0,
        isBusy: status?.isBusy ?? true,
        githubFailingSince: githubWatch.failingSince(),
      };
    },
  };
}

function isoOrUndefined(at: Millis | undefined): string | undefined {
  return at === undefined ? undefined : toIsoSeconds(at);
}
