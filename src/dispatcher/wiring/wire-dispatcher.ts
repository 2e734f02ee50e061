/**
 * Constructs the dispatcher from its ports and starts nothing. What has to exist once in the process is made once.
 */
import type { RepositoryId } from "../../engine/model/fact.ts";
import { Dispatcher } from "../dispatcher.ts";
import type { DispatcherPorts } from "../dispatcher-ports.ts";
import { Mutex } from "../mutex.ts";
import { OrderNotifier } from "../orders/order-notifier.ts";
import { OrderDesk, type PlaceChoice, type PlaceOrder } from "../orders/place.ts";
import { EffectJudge } from "../perform/effect-judge.ts";
import { EffectSender } from "../perform/effect-sender.ts";
import { Performer } from "../perform/performer.ts";
import { ClockWatch } from "../schedule/clock-watch.ts";
import type { Poller } from "../schedule/poll.ts";
import type { Rebuild } from "../schedule/rebuild.ts";
import type { Sweeper } from "../schedule/sweeper.ts";
import { createBeatReceiver, type TakeBeat } from "../sessions/beat.ts";
import { WorkFinder } from "../work-finder.ts";
import { WorkLoop } from "../work-loop.ts";
import { Repositories } from "./repositories.ts";
import { wireReconciler } from "./wire-reconciler.ts";
import { wirePoller, wireRebuild, wireSweeper } from "./wire-schedule.ts";

export interface Dispatch {
  readonly clockWatch: ClockWatch;
  readonly dispatcher: Dispatcher;
  readonly repositories: Repositories;
  readonly rebuild: Rebuild;
  readonly placeOrder: PlaceOrder;
  readonly placeChoice: PlaceChoice;
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
  const { index, orders } = ports.stores;
  const { clock } = ports.runtime;
  const repositories = new Repositories(ports);
  const { backoff, settingsOf, sessions, pullChecks, formerIds } = repositories;
  const mutex = new Mutex();
  const notifier = new OrderNotifier();
  const workFinder = new WorkFinder(ports, backoff, formerIds);
  const reconciler = wireReconciler(ports, repositories, mutex, notifier, questionsDecided);
  const performer = wirePerformer(ports, repositories, mutex);
  const dispatcher = new Dispatcher(new WorkLoop(workFinder, reconciler, performer, ports), pullChecks);
  const { inbox } = ports.stores;
  const { logger } = ports.runtime;
  const desk = new OrderDesk({
    store: { orders, index, notifier },
    settingsOf,
    mutex,
    clock,
    wake: () => dispatcher.wake(),
    heard: (sign) => sessions.heard(sign),
  });
  return {
    dispatcher,
    clockWatch: new ClockWatch({ inbox, clock, logger, wake: () => dispatcher.wake() }),
    repositories,
    placeOrder: (wish) => desk.order(wish),
    placeChoice: (choice) => desk.choose(choice),
    takeBeat: createBeatReceiver({ index, settingsOf, sessions, clock }),
    rebuild: wireRebuild(ports, repositories, mutex),
    sweeper: (wake) => wireSweeper(ports, repositories, wake),
    poller: (wake) => wirePoller(ports, repositories, wake),
  };
}

export function wirePerformer(
  ports: DispatcherPorts,
  { settingsOf, failures, list, progress }: Repositories,
  mutex: Mutex,
): Performer {
  const judge = new EffectJudge(ports, settingsOf, failures);
  return new Performer(ports, mutex, judge, new EffectSender(ports, failures), list, progress);
}
