/**
 * Finds what deliveries did not report: at startup, every few minutes, and against the delivery log. Only
 * requests refreshes and repairs nothing itself, so that decisions are made in one place.
 */
import type { Millis } from "../../base/clock.ts";
import type { InstallationId } from "../../engine/model/fact.ts";
import type { DispatcherPorts } from "../dispatcher-ports.ts";
import type { FailureHandler } from "../failure/failure-handler.ts";
import { Mutex } from "../mutex.ts";
import type { Carryover } from "../ports/carryover.ts";
import type { LeaderReport } from "../repository/leader-report.ts";
import type { MissedDeliveries } from "./delivery-log.ts";
import type { LabelMaker } from "./label-maker.ts";
import type { ServedList } from "./served-list.ts";
import type { Surveyor } from "./survey.ts";
import type { RepositorySweeps } from "./sweep-repositories.ts";
import type { SweepTimes } from "./sweep-times.ts";

export interface SweeperParts {
  readonly surveyor: Surveyor;
  readonly sweeps: RepositorySweeps;
  readonly times: SweepTimes;
  readonly served: ServedList;
  readonly labelMaker: LabelMaker;
  readonly leaderReport: LeaderReport;
  readonly failures: FailureHandler;
  readonly log: MissedDeliveries;
}

export class Sweeper {
  readonly #ports: Pick<DispatcherPorts, "stores" | "runtime" | "pace" | "serving">;
  readonly #parts: SweeperParts;
  readonly #wake: () => void;
  readonly #mutex = new Mutex();
  readonly #first = Promise.withResolvers<void>();
  #hasStarted = false;
  /** Deliveries are lost permanently, so the next sweep reads everything. */
  #isDeaf = false;

  /** @param wake called after each sweep, as there may be something to refresh */
  constructor(
    ports: Pick<DispatcherPorts, "stores" | "runtime" | "pace" | "serving">,
    parts: SweeperParts,
    wake: () => void,
  ) {
    this.#ports = ports;
    this.#parts = parts;
    this.#wake = wake;
    // What another process carries over shows what changed before this one began.
    if (ports.serving?.carryover !== undefined) this.#first.resolve();
  }

  /**
   * Lists the repositories, and makes labels where they are not known to exist. Rejects if GitHub cannot say
   * which repositories are ours.
   */
  async start(): Promise<void> {
    const { served, leaderReport, labelMaker, log } = this.#parts;
    await served.refresh();
    for (const repository of this.#ports.stores.index.repositories()) {
      leaderReport.warn(repository);
      await labelMaker.complete(repository);
    }
    this.#isDeaf = await log.start();
    this.#hasStarted = true;
  }

  /** Whether every repository that accepts labels has them. */
  isReady(): boolean {
    return this.#hasStarted && this.#parts.labelMaker.isComplete;
  }

  /** Resolves when the first sweep is over: from then on the index shows what changed before the start. */
  get firstSweep(): Promise<void> {
    return this.#first.promise;
  }

  /** Sweeps all installations now, without listing the repositories. Never rejects, as `sweep`. */
  survey(): Promise<void> {
    return this.#mutex.run(() => this.#sweepAll());
  }

  /** The same after listing them. Never rejects: a failure is logged and repeated with the next sweep. */
  sweep(): Promise<void> {
    return this.#mutex.run(async () => {
      await this.#parts.served.tryRefresh();
      await this.#sweepAll();
    });
  }

  /** Sweeps all installations now, and those that become due until `signal` aborts. */
  async run(signal: AbortSignal): Promise<void> {
    await this.survey();
    while (!signal.aborted) {
      await this.#ports.runtime.clock.sleep(this.#ports.pace.sweepTickMs, signal);
      if (!signal.aborted) await this.#mutex.run(() => this.#sweepDue());
    }
  }

  /**
   * Makes labels where they are not known to exist, and lists and surveys what has become due. For a process that takes
   * over: `start` and `run` begin with everything. Never rejects.
   */
  catchUp(): Promise<void> {
    return this.#mutex.run(async () => {
      for (const repository of this.#ports.stores.index.repositories())
        await this.#parts.labelMaker.complete(repository);
      await this.#sweepDue();
    });
  }

  /** When `catchUp` has something to list or to survey if nothing happens. */
  nextAt(): Millis {
    const { served, log, times } = this.#parts;
    const sweeps = served.listInstallations().map((id) => times.nextAt(id));
    return Math.min(served.dueAt, log.dueAt(), ...sweeps);
  }

  /** What the next process needs, so that it can begin with `catchUp`. */
  carryover(installation: InstallationId): Pick<Carryover, "lastSweep" | "listDueAt" | "comparedUntil"> {
    const { served, log, times } = this.#parts;
    return {
      lastSweep: times.last(installation),
      listDueAt: served.dueAt,
      comparedUntil: log.comparedUntil(),
    };
  }

  /** Resolves when no sweep is under way. */
  idle(): Promise<void> {
    return this.#mutex.run(async () => {});
  }

  #sweepAll(): Promise<void> {
    return this.#sweepInstallations(this.#parts.served.listInstallations(), true);
  }

  async #sweepDue(): Promise<void> {
    const { served, times, log } = this.#parts;
    if (served.isDue) await served.tryRefresh();
    const due = times.due(served.listInstallations());
    const readsLog = log.isDue();
    if (due.length > 0 || readsLog) await this.#sweepInstallations(due, readsLog);
  }

  async #sweepInstallations(installations: readonly InstallationId[], readsLog: boolean): Promise<void> {
    const { surveyor, sweeps, times, served, failures, log } = this.#parts;
    const survey = await surveyor.survey(installations);
    if (sweeps.hasOther(survey)) await served.tryRefresh();
    await sweeps.sweep(survey, this.#isDeaf);
    times.noteEnded(installations);
    if (readsLog) await failures.attempt("read the delivery log", undefined, () => log.read());
    this.#isDeaf = false;
    this.#wake();
    this.#first.resolve();
  }
}
