/** Figures of processes that share a database, by which an operator adds workers. */
import { Counter, Gauge, type Registry } from "prom-client";

export interface ClusterFigures {
  /** How long the installation has waited that has waited longest for a worker. */
  readonly oldestDueSeconds: number;
  readonly installationsWaiting: number;
  /** The fewest comments and issues that an installation may still create within the hour. */
  readonly creationsLeft: number;
  /** Of this process, if it is a worker. */
  readonly worker?: {
    readonly tenures: number;
    /** Since the start. */
    readonly tenuresLost: number;
    /** The share of time in which the event loop was busy. */
    readonly busyRatio: number;
  };
}

export function createClusterGauges(registers: Registry[]): (figures: ClusterFigures) => void {
  const gauge = (name: string, help: string) => new Gauge({ name: `signalbox_${name}`, help, registers });
  const oldest = gauge("oldest_due_seconds", "How long an installation has waited for a worker, at most.");
  const waiting = gauge("installations_waiting", "Installations that wait for a worker.");
  const left = gauge(
    "creations_left",
    "The fewest comments and issues that an installation may still create this hour.",
  );
  let ofWorkers: ((figures: NonNullable<ClusterFigures["worker"]>) => void) | undefined;

  function workerGauges() {
    const tenures = gauge("tenures", "Installations that this worker serves now.");
    const busy = gauge(
      "event_loop_busy_ratio",
      "The share of time in which this worker's event loop was busy.",
    );
    const lost = new Counter({
      name: "signalbox_fence_lost_total",
      registers,
      help: "Tenures that this worker lost, because its heartbeats failed or another worker took over.",
    });
    return ({ tenures: held, busyRatio, tenuresLost }: NonNullable<ClusterFigures["worker"]>): void => {
      tenures.set(held);
      busy.set(busyRatio);
      lost.reset();
      lost.inc(tenuresLost);
    };
  }

  return ({ oldestDueSeconds, installationsWaiting, creationsLeft, worker }) => {
    oldest.set(oldestDueSeconds);
    waiting.set(installationsWaiting);
    left.set(creationsLeft);
    if (worker === undefined) return;
    ofWorkers ??= workerGauges();
    ofWorkers(worker);
  };
}
