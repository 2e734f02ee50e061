/**
 * The parts that exist only once our identity is known: everything that reads GitHub's state and acts on it.
 */
import type { Clock } from "../../base/clock.ts";
import type { Coordinator } from "../../coordinator/coordinator.ts";
import type { GuideKeeper } from "../../coordinator/guides/keep-guides.ts";
import type { Keeper } from "../../coordinator/records/keep.ts";
import type { ProcessRuntime } from "../../dispatcher/dispatcher-ports.ts";
import type { Person } from "../../dispatcher/ports/tracker.ts";
import type { OwnersPauses } from "../../dispatcher/schedule/pauses.ts";
import type { Sweeper } from "../../dispatcher/schedule/sweeper.ts";
import { type Dispatch, wireDispatcher } from "../../dispatcher/wiring/wire-dispatcher.ts";
import type { RepositoryId, Role } from "../../engine/model/fact.ts";
import type { Store } from "../../store/store.ts";
import type { PauseWorks } from "../maintenance/pausing.ts";
import { createIssueRefresh, type IssueRefresh } from "../maintenance/refresh-issue.ts";
import { defaultRetention, forgetOld } from "../maintenance/retention.ts";
import { createInvariantReports, type ShowInvariants } from "../maintenance/show-invariants.ts";
import { watchStorage } from "../maintenance/storage-watch.ts";
import type { Assembled, BusOptions } from "./assembly.ts";
import { retryUntilUp } from "./connect.ts";
import { coordinatorOver, guidesOver, keeperOver } from "./coordination.ts";

export interface Processors {
  readonly dispatch: Dispatch;
  readonly sweeper: Sweeper;
  readonly coordinator: Coordinator;
  readonly guides: GuideKeeper;
  readonly keeper: Keeper;
  /** A running server's functions on request. */
  readonly onRequest: OnRequest;
}

interface OnRequest {
  readonly refreshIssue: IssueRefresh;
  readonly showInvariants: ShowInvariants;
  readonly pauses: PauseWorks;
  readonly roleOf: FindRole;
}

/** Undefined if the App does not serve the repository. */
export type FindRole = (repository: RepositoryId, person: Person) => Promise<RoleThere | undefined>;

export interface RoleThere {
  readonly role: Role;
  readonly isPrivate: boolean;
}

export interface ProcessingOptions {
  readonly store: Store;
  readonly assembled: Assembled;
  /** Takes effect immediately at startup. */
  readonly pauses: OwnersPauses;
  /** Ends the work. */
  readonly signal: AbortSignal;
}

/** Starts nothing. */
export function createProcessing({ store, assembled, pauses, signal }: ProcessingOptions): Processors {
  const { ports, coordinating, files } = assembled;
  const { runtime, render } = ports;
  const dispatch = wireDispatcher(ports, (repositoryId) => {
    coordinator.wake(repositoryId);
    guides.wake(repositoryId);
  });
  const { dispatcher, repositories } = dispatch;
  const { settingsOf } = repositories;
  const coordinator = coordinatorOver(
    { ...coordinating, store, repositories, runtime, woken: () => dispatcher.wake() },
    signal,
  );
  const { source } = coordinating;
  const guides = guidesOver({ store, source, repositories, github: ports.github, runtime }, signal);
  repositories.pauses.take(pauses);
  const keeper = keeperOver(
    { store, files, settingsOf, pauses: repositories.pauses, render, runtime },
    signal,
  );
  const sweeper = dispatch.sweeper(() => {
    dispatcher.wake();
    coordinator.wakeAll();
    guides.wakeAll();
    keeper.wake();
  });
  const onRequest = answering(assembled, dispatch, sweeper);
  return { dispatch, sweeper, coordinator, guides, keeper, onRequest };
}

function answering(
  { ports }: Pick<Assembled, "ports">,
  { dispatcher, repositories }: Dispatch,
  sweeper: Sweeper,
): OnRequest {
  const { index } = ports.stores;
  const { clock } = ports.runtime;
  const { settingsOf, pauses, failures, changeRefresher, labelKeeper, activity } = repositories;
  return {
    refreshIssue: createIssueRefresh({
      index,
      clock,
      failures,
      changeRefresher,
      dispatcher,
      activity,
      swept: sweeper.firstSweep,
    }),
    showInvariants: createInvariantReports({
      index,
      settingsOf,
      pauses,
      clock,
      writer: ports.github.writer,
      render: ports.render,
    }),
    pauses: { index, clock, pauses, labelKeeper, dispatcher, sweeper },
    roleOf: async (id, person) => {
      const repository = index.repositories().find((each) => each.id === id);
      if (repository === undefined) return undefined;
      const role = await ports.github.tracker.roleOf(repository, person, false);
      return { role, isPrivate: repository.isPrivate };
    },
  };
}

/** The stages of a start after GitHub has responded, in order. */
export type StartStage = "sweep" | "labels";

export interface StartOptions {
  readonly bus: Pick<BusOptions, "pollMs" | "retention">;
  readonly runtime: Pick<ProcessRuntime, "clock" | "logger">;
  readonly store: Store;
  readonly signal: AbortSignal;
  /** Called when a stage is complete. */
  readonly completed: (stage: StartStage) => void;
  /** Called with each routine that runs from now on until the signal aborts. */
  readonly started: (routine: Promise<void>) => void;
}

/**
 * Starts the work. Resolves when every stage is complete, or at the signal.
 * @throws UserError if GitHub refuses us
 */
export async function startProcessing(
  { dispatch, sweeper }: Pick<Processors, "dispatch" | "sweeper">,
  { bus, runtime, store, signal, completed, started }: StartOptions,
): Promise<void> {
  const { clock, logger } = runtime;
  const { dispatcher, repositories } = dispatch;
  await repositories.sessions.load();
  started(dispatcher.run(signal));
  started(repositories.deliveryWatch.run(signal));
  started(dispatch.clockWatch.run(signal));
  started(repositories.sessions.run(signal));
  started(watchStorage({ store, clock, logger, recover: () => sweeper.sweep() }, signal));
  started(forgetOld({ store, clock, logger }, bus.retention ?? defaultRetention, signal));
  await retryUntilUp("list its repositories", { clock, logger, signal }, () => sweeper.start());
  started(sweeper.run(signal));
  completed("sweep");
  if (bus.pollMs !== undefined) started(dispatch.poller(() => dispatcher.wake()).run(signal, bus.pollMs));
  await labelled(sweeper, clock, signal);
  completed("labels");
}

const labelsAgainMs = 2_000;

/** Sweeps until every repository that accepts labels has them. */
async function labelled(sweeper: Sweeper, clock: Clock, signal: AbortSignal): Promise<void> {
  while (!sweeper.isReady() && !signal.aborted) {
    await clock.sleep(labelsAgainMs, signal);
    if (!signal.aborted) await sweeper.sweep();
  }
}

/** Work that may be in progress besides the routines. */
export function underWay({ coordinator, guides, keeper }: Processors): readonly Promise<void>[] {
  return [coordinator.idle(), guides.idle(), keeper.idle()];
}

/** Resolves when nothing is under way and nothing is due. */
export async function idle({ dispatch, sweeper, coordinator, guides, keeper }: Processors): Promise<void> {
  const { dispatcher } = dispatch;
  await sweeper.idle();
  await dispatcher.idle();
  await coordinator.idle();
  await dispatcher.idle();
  await guides.idle();
  await keeper.idle();
}
