/**
 * Builds the dispatcher from its ports and starts nothing. Each constructor gets what it uses, and what has
 * to exist once in the process is made once.
 */
import type { RepositoryId } from "../../engine/model/fact.ts";
import { createDispatcher, type Dispatcher } from "../dispatch.ts";
import type { DispatcherPorts } from "../dispatcher-ports.ts";
import { createWorkFinder } from "../find-work.ts";
import type { PullChecks } from "../locks/check-pulls.ts";
import type { PlaceOrder } from "../orders/place.ts";
import type { Poller } from "../schedule/poll.ts";
import type { Rebuild } from "../schedule/rebuild.ts";
import type { Sweeper } from "../schedule/sweep.ts";
import { createBeatReceiver, type TakeBeat } from "../sessions/beat.ts";
import { wireDeciding } from "./wire-deciding.ts";
import { wireOrderPlacer, wireOrders } from "./wire-orders.ts";
import { wirePerformer } from "./wire-performer.ts";
import { wireReconciler } from "./wire-reconciler.ts";
import { type Repositories, wireRepositories } from "./wire-repositories.ts";
import { wirePoller, wireRebuild, wireSweeper } from "./wire-schedule.ts";

export interface Dispatch {
  readonly dispatcher: Dispatcher;
  readonly repositories: Repositories;
  readonly rebuild: Rebuild;
  readonly placeOrder: PlaceOrder;
  readonly takeBeat: TakeBeat;
  /** @param wake called after each sweep, as there may be something to refresh */
  readonly sweeper: (wake: () => void) => Sweeper;
  /** @param wake called after each poll */
  readonly poller: (wake: () => void) => Poller;
}

/**
 * @param questionsDecided called after each commit about a repository's questions or answers; returns
 * immediately
 */
export function wireDispatcher(
  ports: DispatcherPorts,
  questionsDecided: (repositoryId: RepositoryId) => void,
): Dispatch {
  const repositories = wireRepositories(ports);
  const deciding = wireDeciding(ports, repositories);
  const orderWork = wireOrders(ports, repositories);
  const { inbox, index, orders, outbox } = ports.stores;
  const { backoff, settingsOf, sessions } = repositories;
  const dispatcher = withPullChecks(
    repositories.pullChecks,
    createDispatcher({
      workFinder: createWorkFinder({ inbox, orders, outbox, backoff, clock: ports.runtime.clock }),
      reconciler: wireReconciler(ports, repositories, { ...deciding, ...orderWork }, questionsDecided),
      takesTurns: ports.serving && ((id) => index.toAdopt(id) > 0),
      performer: wirePerformer(ports, repositories, deciding.mutex),
      pace: ports.pace,
      runtime: ports.runtime,
    }),
  );
  return {
    dispatcher,
    repositories,
    placeOrder: wireOrderPlacer(ports, repositories, orderWork, {
      mutex: deciding.mutex,
      wake: dispatcher.wake,
    }),
    takeBeat: createBeatReceiver({ index, settingsOf, sessions, clock: ports.runtime.clock }),
    rebuild: wireRebuild(ports, repositories, deciding),
    sweeper: (wake) => wireSweeper(ports, repositories, wake),
    poller: (wake) => wirePoller(ports, repositories, wake),
  };
}

/** Checks about locks run independently of passes, and count as the dispatcher's work. */
function withPullChecks(checks: PullChecks, dispatcher: Dispatcher): Dispatcher {
  return {
    ...dispatcher,
    run: async (signal) => {
      signal.addEventListener("abort", checks.hold, { once: true });
      await dispatcher.run(signal);
      await checks.idle();
    },
    idle: async () => {
      do {
        await checks.idle();
        await dispatcher.idle();
      } while (checks.isRunning());
    },
    pause: async () => {
      checks.hold();
      await dispatcher.pause();
      await checks.idle();
    },
    resume: () => {
      checks.resume();
      dispatcher.resume();
    },
  };
}
