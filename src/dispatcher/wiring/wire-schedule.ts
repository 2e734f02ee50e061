/** Builds what runs without a delivery: the sweep, the poll, and the rebuild. */
import type { DecidingContext } from "../deciding-context.ts";
import type { DispatcherPorts } from "../dispatcher-ports.ts";
import type { SettingsReader } from "../repository/read-settings.ts";
import { createMissedDeliveries, noMissedDeliveries } from "../schedule/delivery-log.ts";
import { createLabelMaker } from "../schedule/label-maker.ts";
import type { Pauses } from "../schedule/pauses.ts";
import { createPoller, type Poller } from "../schedule/poll.ts";
import { createRebuild, createWholeRead, type Rebuild } from "../schedule/rebuild.ts";
import { createReplacement } from "../schedule/replace-indexed.ts";
import { createRereads } from "../schedule/rereads.ts";
import { createServedList } from "../schedule/served-list.ts";
import { createSurveyor } from "../schedule/survey.ts";
import { createInstallationSweep, createSweeper, createSweepStart, type Sweeper } from "../schedule/sweep.ts";
import { createRepositorySweeps } from "../schedule/sweep-repositories.ts";
import { createSweepTimes } from "../schedule/sweep-times.ts";
import type { DecisionTools } from "./wire-deciding.ts";
import type { Repositories } from "./wire-repositories.ts";

type ForSweeps = Pick<
  Repositories,
  "activity" | "pullChecks" | "failures" | "changeRefresher" | "leader" | "tryLabels" | "settings" | "refresh"
>;

/** @param wake called after each sweep, as there may be something to refresh */
export function wireSweeper(ports: DispatcherPorts, repositories: ForSweeps, wake: () => void): Sweeper {
  const { inbox, index } = ports.stores;
  const { tracker } = ports.github;
  const { clock, random, logger } = ports.runtime;
  const { pace, serving } = ports;
  const carryover = serving?.carryover;
  const { activity, failures, changeRefresher, leader, tryLabels, settings, refresh } = repositories;
  const served = createServedList({
    index,
    refreshRepositories: refresh,
    failures,
    clock,
    pace,
    firstAt: carryover?.listDueAt,
  });
  const labelMaker = createLabelMaker(index, tryLabels);
  const readsLog = serving === undefined || serving.readsLog;
  const log = readsLog
    ? createMissedDeliveries({
        inbox,
        index,
        tracker,
        pace,
        clock,
        logger,
        compared: carryover?.comparedUntil,
      })
    : noMissedDeliveries;
  const sweeps = createRepositorySweeps({
    index,
    failures,
    labelMaker,
    changeRefresher,
    pullChecks: repositories.pullChecks,
    refreshSettings: settings.refresh,
    rereads: createRereads(pace, random),
  });
  const survey = createSurveyor({ index, tracker, failures });
  return createSweeper(
    {
      start: createSweepStart({ index, served, leader, labelMaker, log }),
      sweepInstallations: createInstallationSweep({ survey, served, repositories: sweeps }),
      readLog: () => failures.attempt("read the delivery log", undefined, log.read),
      times: createSweepTimes({ activity, clock, pace, random, earlier: carryover?.lastSweep }),
      index,
      served,
      labelMaker,
      log,
      clock,
      pace,
      isSwept: carryover !== undefined,
    },
    wake,
  );
}

/** @param wake called after each poll */
export function wirePoller(
  { stores, runtime }: DispatcherPorts,
  { failures, changeRefresher }: Pick<Repositories, "failures" | "changeRefresher">,
  wake: () => void,
): Poller {
  return createPoller({ index: stores.index, clock: runtime.clock, failures, changeRefresher }, wake);
}

interface ForRebuild {
  readonly pauses: Pick<Pauses, "reconsider" | "claimsPause" | "leaderOf" | "wishedPause">;
  readonly settings: { readonly reader: Pick<SettingsReader, "findMissing"> };
}

export function wireRebuild(
  { stores, github, runtime }: DispatcherPorts,
  { pauses, settings }: ForRebuild,
  { mutex, contextAt, askRoles }: Omit<DecisionTools, "askActorRoles">,
): Rebuild {
  const { index } = stores;
  const { tracker } = github;
  const { clock } = runtime;
  return createRebuild({
    index,
    tracker,
    clock,
    pauses,
    settings: settings.reader,
    readEverything: createWholeRead({ tracker, clock, askRoles }),
    replace: createReplacement({ index, tracker, clock, mutex, contextAt: withPauses(contextAt, pauses) }),
  });
}

/** A rebuild gives no task either to an agent that a pass would not give one. */
function withPauses(
  contextAt: DecidingContext,
  pauses: Pick<Pauses, "claimsPause" | "leaderOf" | "wishedPause">,
): DecidingContext {
  return (id, now) => ({
    ...contextAt(id, now),
    isPassive: pauses.leaderOf(id) !== undefined,
    claimsPaused: pauses.claimsPause(id),
    pauseIn: pauses.wishedPause,
  });
}
