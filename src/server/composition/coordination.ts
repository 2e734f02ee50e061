/**
 * Assembles the coordinator and the writer of decision records from the store and GitHub's side. The
 * coordinator gets no writer: it only produces proposals and requests refreshes, and the dispatcher does the
 * rest. Records bypass the dispatcher, because a file is not an issue.
 */
import type { Answerer, ConfiguredAnswerer, ModelCalls } from "../../coordinator/answers/answerer.ts";
import { type Coordinator, createCoordinator } from "../../coordinator/coordinator.ts";
import { ConstraintPages } from "../../coordinator/gates/constraint-pages.ts";
import { createGuideKeeper, type GuideKeeper } from "../../coordinator/guides/keep-guides.ts";
import type { AnswererOptions, ContextSource, Reports } from "../../coordinator/ports.ts";
import { createKeeper, type Keeper } from "../../coordinator/records/keep.ts";
import type { RecordFiles } from "../../coordinator/records/ports.ts";
import type { DispatcherPorts, ProcessRuntime } from "../../dispatcher/dispatcher-ports.ts";
import type { SettingsOf } from "../../dispatcher/ports/settings.ts";
import { decidesOn } from "../../dispatcher/repository/changes.ts";
import { settingsIn } from "../../dispatcher/repository/settings-refresher.ts";
import type { Pauses } from "../../dispatcher/schedule/pauses.ts";
import { createEntitlement } from "../../dispatcher/settings-approval/judge-changes.ts";
import type { Repositories } from "../../dispatcher/wiring/repositories.ts";
import { takesWrites } from "../../engine/model/fact.ts";
import type { Store } from "../../store/store.ts";
import { installedPages } from "../../texts/installed-pages.ts";

/** What pages say about answers of agents, from what the store has of them. */
export function constraintsOver({ coordinatorStore, index }: Pick<Store, "coordinatorStore" | "index">) {
  return new ConstraintPages({
    store: coordinatorStore,
    settingsOf: settingsIn(index),
    installed: installedPages(),
  });
}

/** The coordinator's dependencies other than the store. */
export interface CoordinatorSources {
  readonly source: ContextSource;
  readonly answering: Pick<AnswererOptions, "secrets"> & {
    readonly answerer: ConfiguredAnswerer | undefined;
  };
}

export interface CoordinatorOptions extends CoordinatorSources {
  readonly store: Pick<Store, "coordinatorStore" | "index">;
  readonly repositories: Pick<Repositories, "settingsOf" | "keptSettings">;
  readonly runtime: Pick<ProcessRuntime, "clock" | "logger">;
  /** Called when a refresh was requested. */
  readonly woken: () => void;
}

export function coordinatorOver(options: CoordinatorOptions, signal: AbortSignal): Coordinator {
  const { source, answering, store, runtime, woken } = options;
  const { settingsOf, keptSettings } = options.repositories;
  const { clock, logger } = runtime;
  const { index } = store;
  const reports: Reports = {
    requestRefreshes: async (repositoryId, ids, because) => {
      await index.requestRefreshes(decidesOn(repositoryId, ids, clock.now(), because));
      woken();
    },
    note: (entry) => index.note([{ ...entry, rule: "coordinator", delivery: undefined, actor: undefined }]),
    logger,
  };
  return createCoordinator(
    {
      store: store.coordinatorStore,
      source,
      settingsOf,
      headOf: (id) => keptSettings.findHead(id),
      reports,
      clock,
      answering: {
        secrets: answering.secrets,
        answerer: answering.answerer && countedBy(store.coordinatorStore, answering.answerer),
        installed: installedPages(),
      },
    },
    signal,
  );
}

function countedBy(calls: ModelCalls, answerer: ConfiguredAnswerer): Answerer {
  return { ...answerer, answer: (task, signal) => answerer.answer(task, signal, calls) };
}

interface GuideOptions extends Pick<CoordinatorSources, "source"> {
  readonly store: Pick<Store, "coordinatorStore">;
  readonly repositories: Pick<Repositories, "settingsOf" | "keptSettings">;
  readonly github: Pick<DispatcherPorts["github"], "tracker" | "botId">;
  readonly runtime: Pick<ProcessRuntime, "clock" | "logger">;
}

export function guidesOver(options: GuideOptions, signal: AbortSignal): GuideKeeper {
  const { store, source, runtime } = options;
  const { settingsOf, keptSettings } = options.repositories;
  const entitlement = createEntitlement(options.github.tracker, options.github.botId);
  return createGuideKeeper(
    {
      store: store.coordinatorStore,
      source,
      settingsOf,
      headOf: (id) => keptSettings.findHead(id),
      mayInstruct: (repository, by) => entitlement(repository, by, settingsOf(repository.id)),
      clock: runtime.clock,
      logger: runtime.logger,
    },
    signal,
  );
}

interface KeeperOptions {
  readonly store: Pick<Store, "coordinatorStore" | "index">;
  readonly files: RecordFiles;
  readonly settingsOf: SettingsOf;
  readonly pauses: Pick<Pauses, "isPaused">;
  readonly render: DispatcherPorts["render"];
  readonly runtime: Pick<ProcessRuntime, "clock" | "logger">;
}

export function keeperOver(options: KeeperOptions, signal: AbortSignal): Keeper {
  const { files, settingsOf, pauses, render, runtime } = options;
  const { coordinatorStore, index } = options.store;
  const { clock, logger } = runtime;
  return createKeeper(
    {
      records: coordinatorStore,
      settingsOf,
      render,
      clock,
      logger,
      target: {
        files,
        mayWriteTo: (repository) => takesWrites(repository) && !pauses.isPaused(repository.id),
        wrote: (repository, path, message) =>
          index.note([
            {
              at: clock.now(),
              repositoryId: repository.id,
              issueId: undefined,
              kind: "done",
              rule: "keep-records",
              because: `${message}.`,
              what: `write ${path}`,
              delivery: undefined,
              actor: undefined,
            },
          ]),
      },
    },
    signal,
  );
}
