/** Constructs the reconciler and its parts: the queue, the pass with its steps, and the recovery from failures. */
import type { RepositoryId } from "../../engine/model/fact.ts";
import { ContextBuilder } from "../context-builder.ts";
import type { DispatcherPorts } from "../dispatcher-ports.ts";
import type { Mutex } from "../mutex.ts";
import type { OrderNotifier } from "../orders/order-notifier.ts";
import { TaskChooser } from "../orders/task-chooser.ts";
import { BatchSize } from "../reconcile/batch-size.ts";
import { Committer } from "../reconcile/deciding/committer.ts";
import { Decider } from "../reconcile/deciding/decider.ts";
import { HoldBack } from "../reconcile/hold-back.ts";
import { PassPlanner } from "../reconcile/pass-planner.ts";
import { PageReader } from "../reconcile/reading/page-reader.ts";
import { PassReader } from "../reconcile/reading/pass-reader.ts";
import { ReconcilePass } from "../reconcile/reconcile-pass.ts";
import { Reconciler } from "../reconcile/reconciler.ts";
import { Recovery } from "../reconcile/recovery.ts";
import { WorkQueue } from "../reconcile/work-queue.ts";
import { RepositoryUpkeep } from "../repository/repository-upkeep.ts";
import { LiveHolders } from "../sessions/live-holders.ts";
import type { Repositories } from "./repositories.ts";

/** @param questionsDecided called after each commit about a repository's questions or answers */
export function wireReconciler(
  ports: DispatcherPorts,
  repositories: Repositories,
  mutex: Mutex,
  orderNotifier: OrderNotifier,
  questionsDecided: (repositoryId: RepositoryId) => void,
): Reconciler {
  const { pace } = ports;
  const { settingsOf, listings, pauses, deliveryWatch, sessions, list, labelKeeper } = repositories;
  const batchSize = new BatchSize(pace.deliveriesPerCycle + pace.refreshesPerCycle);
  const taskChooser = new TaskChooser(ports, settingsOf);
  const liveHolders = new LiveHolders(ports, settingsOf, sessions);
  const { formerIds } = repositories;
  const queue = new WorkQueue(ports, taskChooser, liveHolders, listings, batchSize, formerIds);
  const contextBuilder = new ContextBuilder(ports, settingsOf, pauses);
  const decider = new Decider(ports, contextBuilder, deliveryWatch, sessions, repositories.keptSettings);
  const { leaderReport } = repositories;
  const committer = new Committer(ports, mutex, decider, leaderReport, orderNotifier, questionsDecided);
  const { keptSettings, settingsRefresher, pullChecks } = repositories;
  const pass = new ReconcilePass(
    ports,
    {
      planner: new PassPlanner(ports, queue, list, settingsOf, new HoldBack(ports, repositories.readShares)),
      upkeep: new RepositoryUpkeep(ports, keptSettings, settingsRefresher, labelKeeper, pullChecks),
      reader: new PassReader(ports, repositories),
      committer,
      listings,
    },
    questionsDecided,
  );
  return new Reconciler(ports, {
    queue,
    pass,
    pageReader: new PageReader(ports, committer),
    recovery: new Recovery(ports, { ...repositories, queue, batchSize, repositoryList: list }),
    activity: repositories.activity,
  });
}
