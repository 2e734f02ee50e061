/** Builds what runs without a delivery: the sweep, the poll, and the rebuild. */
import { ContextBuilder } from "../context-builder.ts";
import type { DispatcherPorts } from "../dispatcher-ports.ts";
import type { Mutex } from "../mutex.ts";
import type { BranchHeads } from "../ports/constraint-lookup.ts";
import type { SettingsOf } from "../ports/settings.ts";
import type { RoleReader } from "../repository/role-reader.ts";
import type { SettingsReader } from "../repository/settings-reader.ts";
import { createMissedDeliveries, noMissedDeliveries } from "../schedule/delivery-log.ts";
import { LabelMaker } from "../schedule/label-maker.ts";
import type { Pauses } from "../schedule/pauses.ts";
import { createPoller, type Poller } from "../schedule/poll.ts";
import { createRebuild, createWholeRead, type Rebuild } from "../schedule/rebuild.ts";
import { createReplacement } from "../schedule/replace-indexed.ts";
import { Rereads } from "../schedule/rereads.ts";
import { ServedList } from "../schedule/served-list.ts";
import { Surveyor } from "../schedule/survey.ts";
import { RepositorySweeps } from "../schedule/sweep-repositories.ts";
import { SweepTimes } from "../schedule/sweep-times.ts";
import { Sweeper } from "../schedule/sweeper.ts";
import type { Repositories } from "./repositories.ts";

/** @param wake called after each sweep, as there may be something to refresh */
export function wireSweeper(ports: DispatcherPorts, repositories: Repositories, wake: () => void): Sweeper {
  const { inbox, index } = ports.stores;
  const { tracker } = ports.github;
  const { clock, random, logger } = ports.runtime;
  const { pace, serving } = ports;
  const carryover = serving?.carryover;
  const { activity, failures, list, leaderReport, labelKeeper } = repositories;
  const firstAt = carryover?.listDueAt;
  const labelMaker = new LabelMaker(index, labelKeeper);
  const readsLog = serving === undefined || serving.readsLog;
  const compared = carryover?.comparedUntil;
  const parts = {
    surveyor: new Surveyor(index, tracker, failures),
    sweeps: new RepositorySweeps({
      ...repositories,
      index,
      labelMaker,
      rereads: new Rereads(pace, random),
    }),
    times: new SweepTimes({ activity, clock, pace, random, earlier: carryover?.lastSweep }),
    served: new ServedList({ index, repositoryList: list, failures, clock, pace, firstAt }),
    labelMaker,
    leaderReport,
    failures,
    log: readsLog
      ? createMissedDeliveries({ inbox, index, tracker, pace, clock, logger, compared })
      : noMissedDeliveries,
  };
  return new Sweeper(ports, parts, wake);
}

/** @param wake called after each poll */
export function wirePoller(
  { stores, runtime }: DispatcherPorts,
  { failures, changeRefresher }: Pick<Repositories, "failures" | "changeRefresher">,
  wake: () => void,
): Poller {
  return createPoller({ index: stores.index, clock: runtime.clock, failures, changeRefresher }, wake);
}

interface RebuildParts {
  readonly keptSettings: BranchHeads;
  readonly settingsOf: SettingsOf;
  readonly pauses: Pick<Pauses, "reconsider" | "claimsPause" | "leaderOf" | "wishedPause">;
  readonly roleReader: Pick<RoleReader, "read">;
  readonly settingsReader: Pick<SettingsReader, "findMissing">;
}

export function wireRebuild(
  ports: DispatcherPorts,
  { settingsOf, pauses, roleReader, settingsReader, keptSettings }: RebuildParts,
  mutex: Mutex,
): Rebuild {
  const { index } = ports.stores;
  const { tracker } = ports.github;
  const { clock } = ports.runtime;
  const contextBuilder = new ContextBuilder(ports, settingsOf, pauses);
  return createRebuild({
    index,
    tracker,
    clock,
    pauses,
    settings: settingsReader,
    readEverything: createWholeRead({ tracker, clock, roleReader }),
    replace: createReplacement({
      index,
      tracker,
      clock,
      mutex,
      contextBuilder,
      pages: { constraints: ports.constraints, heads: keptSettings },
    }),
  });
}
