/** What exists only once GitHub has said who we are: everything that reads GitHub's state and acts on it. */
import type { Clock } from "../../base/clock.ts";
import type { Coordinator } from "../../coordinator/coordinator.ts";
import type { Keeper } from "../../coordinator/records/keep.ts";
import { createDispatcher, type Dispatcher } from "../../dispatcher/dispatch.ts";
import type { Parts } from "../../dispatcher/parts.ts";
import type { OwnersPauses } from "../../dispatcher/schedule/pauses.ts";
import { createPoller } from "../../dispatcher/schedule/poll.ts";
import { createSweeper, type Sweeper } from "../../dispatcher/schedule/sweep.ts";
import type { Store } from "../../store/sqlite/store.ts";
import { defaultRetention, forgetOld } from "../maintenance/retention.ts";
import { watchStorage } from "../maintenance/storage-watch.ts";
import type { Assembled, BusOptions, Outside } from "./assembly.ts";
import { retryUntilUp } from "./connect.ts";
import { coordinatorOver, keeperOver } from "./coordination.ts";

export interface Processing {
  readonly parts: Parts;
  readonly dispatcher: Dispatcher;
  readonly sweeper: Sweeper;
  readonly coordinator: Coordinator;
  readonly keeper: Keeper;
}

export interface ProcessingOptions {
  readonly store: Store;
  readonly assembled: Assembled;
  /** In force from the first moment. */
  readonly pauses: OwnersPauses;
  /** Ends the work. */
  readonly signal: AbortSignal;
}

/** Starts nothing. */
export function createProcessing({ store, assembled, pauses, signal }: ProcessingOptions): Processing {
  const wake = (): void => dispatcher.wake();
  const coordinator = coordinatorOver({
    ...assembled.coordinating,
    store,
    common: assembled.parts,
    woken: wake,
    signal,
  });
  const parts: Parts = { ...assembled.parts, questionsDecided: coordinator.wake };
  parts.pauses.take(pauses);
  const dispatcher: Dispatcher = createDispatcher(parts);
  const keeper = keeperOver(store, parts, assembled.files, signal);
  const sweeper = createSweeper(parts, () => {
    wake();
    coordinator.wakeAll();
    keeper.wake();
  });
  return { parts, dispatcher, sweeper, coordinator, keeper };
}

/** The stages of a start after GitHub has answered, in order. */
export type StartStage = "sweep" | "labels";

export interface StartOptions {
  readonly bus: Pick<BusOptions, "pollMs" | "retention">;
  readonly outside: Pick<Outside, "clock" | "logger">;
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
  { parts, dispatcher, sweeper }: Processing,
  { bus, outside, store, signal, completed, started }: StartOptions,
): Promise<void> {
  const { clock, logger } = outside;
  started(dispatcher.run(signal));
  started(watchStorage({ store, clock, logger, recover: sweeper.sweep }, signal));
  started(forgetOld({ store, clock, logger }, bus.retention ?? defaultRetention, signal));
  await retryUntilUp("list its repositories", { clock, logger, signal }, sweeper.start);
  started(sweeper.run(signal));
  completed("sweep");
  if (bus.pollMs !== undefined) started(createPoller(parts, dispatcher.wake).run(signal, bus.pollMs));
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
