/**
 * Finds what deliveries did not report: at startup, every few minutes, and against the delivery log. Only
 * requests refreshes and repairs nothing itself, so that decisions are made in one place.
 */
import type { Clock, Millis } from "../../base/clock.ts";
import type { InstallationId } from "../../engine/model/fact.ts";
import { createMutex } from "../mutex.ts";
import type { Pace } from "../pace.ts";
import type { Carryover } from "../ports/carryover.ts";
import type { Index } from "../ports/issue-index.ts";
import type { LeaderReport } from "../repository/report-leader.ts";
import type { MissedDeliveries } from "./delivery-log.ts";
import type { LabelMaker } from "./label-maker.ts";
import type { ServedList } from "./served-list.ts";
import type { SurveyInstallations } from "./survey.ts";
import type { RepositorySweeps } from "./sweep-repositories.ts";
import type { SweepTimes } from "./sweep-times.ts";

export interface Sweeper {
  /**
   * Lists the repositories, and makes labels where they are not known to exist. Rejects if GitHub cannot say
   * which repositories are ours.
   */
  readonly start: () => Promise<void>;
  /** Whether every repository that accepts labels has them. */
  readonly isReady: () => boolean;
  /** Resolves when the first sweep is over: from then on the index shows what changed before the start. */
  readonly firstSweep: Promise<void>;
  /** Sweeps all installations now, without listing the repositories. Never rejects, as `sweep`. */
  readonly survey: () => Promise<void>;
  /** The same after listing them. Never rejects: a failure is logged and repeated with the next sweep. */
  readonly sweep: () => Promise<void>;
  /** Sweeps all installations now, and those that become due until `signal` aborts. */
  readonly run: (signal: AbortSignal) => Promise<void>;
  /**
   * Makes labels where they are not known to exist, and lists and surveys what has become due. For a process that takes
   * over: `start` and `run` begin with everything. Never rejects.
   */
  readonly catchUp: () => Promise<void>;
  /** When `catchUp` has something to list or to survey if nothing happens. */
  readonly nextAt: () => Millis;
  /** What the next process needs, so that it can begin with `catchUp`. */
  readonly carryover: (
    installation: InstallationId,
  ) => Pick<Carryover, "lastSweep" | "listDueAt" | "comparedUntil">;
  /** Resolves when no sweep is under way. */
  readonly idle: () => Promise<void>;
}

interface Needs {
  readonly start: SweepStart;
  readonly sweepInstallations: SweepInstallations;
  readonly times: SweepTimes;
  readonly index: Pick<Index, "repositories">;
  readonly served: Pick<ServedList, "tryRefresh" | "isDue" | "dueAt" | "installations">;
  readonly labelMaker: Pick<LabelMaker, "isComplete" | "complete">;
  readonly log: Pick<MissedDeliveries, "isDue" | "dueAt" | "comparedUntil">;
  /** Never rejects. */
  readonly readLog: () => Promise<unknown>;
  readonly clock: Clock;
  readonly pace: Pick<Pace, "sweepTickMs">;
  /** The index shows what changed before this process began. */
  readonly isSwept: boolean;
}

/** @param wake called after each sweep, as there may be something to refresh */
export function createSweeper(needs: Needs, wake: () => void): Sweeper {
  const { times, index, served, labelMaker, log, clock, pace } = needs;
  const mutex = createMutex();
  const first = Promise.withResolvers<void>();
  if (needs.isSwept) first.resolve();
  let hasStarted = false;
  /** Deliveries are lost permanently, so the next sweep reads everything. */
  let isDeaf = false;

  async function start(): Promise<void> {
    isDeaf = await needs.start();
    hasStarted = true;
  }

  async function sweepSome(installations: readonly InstallationId[], readsLog: boolean): Promise<void> {
    await needs.sweepInstallations(installations, isDeaf);
    times.ended(installations);
    if (readsLog) await needs.readLog();
    isDeaf = false;
    wake();
    first.resolve();
  }

  async function whatIsDue(): Promise<void> {
    if (served.isDue()) await served.tryRefresh();
    const due = times.due(served.installations());
    const readsLog = log.isDue();
    if (due.length > 0 || readsLog) await sweepSome(due, readsLog);
  }

  const survey = (): Promise<void> => mutex.run(() => sweepSome(served.installations(), true));
  const sweep = (): Promise<void> =>
    mutex.run(async () => {
      await served.tryRefresh();
      await sweepSome(served.installations(), true);
    });
  return {
    start,
    isReady: () => hasStarted && labelMaker.isComplete(),
    firstSweep: first.promise,
    survey,
    sweep,
    idle: () => mutex.run(async () => {}),
    run: async (signal) => {
      await survey();
      while (!signal.aborted) {
        await clock.sleep(pace.sweepTickMs, signal);
        if (!signal.aborted) await mutex.run(whatIsDue);
      }
    },
    catchUp: () =>
      mutex.run(async () => {
        for (const repository of index.repositories()) await labelMaker.complete(repository);
        await whatIsDue();
      }),
    nextAt: () => Math.min(served.dueAt(), log.dueAt(), ...served.installations().map(times.nextAt)),
    carryover: (installation) => ({
      lastSweep: times.last(installation),
      listDueAt: served.dueAt(),
      comparedUntil: log.comparedUntil(),
    }),
  };
}

/**
 * Resolves to whether deliveries are lost permanently. Rejects if GitHub cannot say which repositories are
 * ours.
 */
type SweepStart = () => Promise<boolean>;

interface StartNeeds {
  readonly index: Pick<Index, "repositories">;
  readonly served: Pick<ServedList, "refresh">;
  readonly leader: Pick<LeaderReport, "warn">;
  readonly labelMaker: Pick<LabelMaker, "complete">;
  readonly log: Pick<MissedDeliveries, "start">;
}

export function createSweepStart({ index, served, leader, labelMaker, log }: StartNeeds): SweepStart {
  return async () => {
    await served.refresh();
    for (const repository of index.repositories()) {
      leader.warn(repository);
      await labelMaker.complete(repository);
    }
    return log.start();
  };
}

/** Never rejects. `everything` reads every issue, not only those that changed. */
type SweepInstallations = (installations: readonly InstallationId[], everything: boolean) => Promise<void>;

interface InstallationSweepNeeds {
  readonly survey: SurveyInstallations;
  readonly served: Pick<ServedList, "tryRefresh">;
  readonly repositories: RepositorySweeps;
}

export function createInstallationSweep({
  survey,
  served,
  repositories,
}: InstallationSweepNeeds): SweepInstallations {
  return async (installations, everything) => {
    const surveyed = await survey(installations);
    if (repositories.hasOther(surveyed)) await served.tryRefresh();
    await repositories.sweep(surveyed, everything);
  };
}
