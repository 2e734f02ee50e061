/** Builds the reconciler and its parts: taking work, reading, deciding, and recovering from failures. */
import type { RepositoryId } from "../../engine/model/fact.ts";
import type { DispatcherPorts } from "../dispatcher-ports.ts";
import { countFailures } from "../failure/backoff.ts";
import { reportingIndex } from "../orders/notifier.ts";
import { requeueWithOrders } from "../orders/requeue.ts";
import { adoptingInTurn } from "../reconcile/adopting.ts";
import { createBatchSize } from "../reconcile/batch-size.ts";
import { createOutcome } from "../reconcile/deciding/outcome.ts";
import { createSettler, type Settle } from "../reconcile/deciding/settle.ts";
import { createFlood } from "../reconcile/flood.ts";
import {
  createFollowing,
  createPass,
  createPreparation,
  createUpkeep,
  type Pass,
} from "../reconcile/pass.ts";
import { createGatherer } from "../reconcile/reading/gather.ts";
import { createReader, type RunReadPlan } from "../reconcile/reading/read.ts";
import { createPageReader } from "../reconcile/reading/read-page.ts";
import { createUnreadRetries } from "../reconcile/reading/unread.ts";
import { createReconciler, type Reconciler } from "../reconcile/reconcile.ts";
import { createRecovery, createWaits } from "../reconcile/recovery.ts";
import { createRequeue, type Requeue } from "../reconcile/requeue.ts";
import { createIntake } from "../reconcile/take-work.ts";
import { createTranslation } from "../reconcile/work-batch.ts";
import { createEvidenceReader } from "../repository/evidence.ts";
import { createPullTrust } from "../repository/whose-pulls.ts";
import type { DeliveryWatch } from "../schedule/delivery-watch.ts";
import type { DecisionTools } from "./wire-deciding.ts";
import type { OrderWork } from "./wire-orders.ts";
import type { Repositories } from "./wire-repositories.ts";

/** @param questionsDecided called after each commit about a repository's questions or answers */
export function wireReconciler(
  ports: DispatcherPorts,
  repositories: Repositories,
  deciding: DecisionTools & OrderWork,
  questionsDecided: (repositoryId: RepositoryId) => void,
): Reconciler {
  const { inbox, index } = ports.stores;
  const { tracker } = ports.github;
  const { clock, random, logger } = ports.runtime;
  const { pace } = ports;
  const { activity, listings, backoff, failures, tryRefresh } = repositories;
  const counts = countFailures(pace.failures, random);
  const portions = createBatchSize(pace.deliveriesPerCycle + pace.refreshesPerCycle);
  const requeue = requeueWithOrders(
    createRequeue({ inbox, index, clock, pace, logger, counts }),
    ports.stores.orders,
  );
  const waits = createWaits(backoff, listings);
  const settle = wireSettler(ports, repositories, deciding, questionsDecided);
  const reconciler = createReconciler({
    activity,
    flood: createFlood(clock),
    take: createIntake({ takeDue: deciding.takeDue, index, listings, portions, pace, clock }),
    pass: timed(
      ports.runtime,
      wirePass(ports, repositories, { ...deciding, requeue, settle, questionsDecided }),
    ),
    readPage: createPageReader({ index, tracker, clock, settle }),
    recovery: createRecovery({ waits, portions, counts, failures, requeue, tryRefresh }),
  });
  return ports.serving === undefined
    ? reconciler
    : adoptingInTurn(reconciler, index, ports.serving.adoptInTurn);
}

/** Failed passes count, too: they take as long. */
function timed({ clock, observer }: DispatcherPorts["runtime"], pass: Pass): Pass {
  if (observer === undefined) return pass;
  return async (taken, reading) => {
    const begun = clock.now();
    try {
      await pass(taken, reading);
    } finally {
      observer.passed(clock.now() - begun);
    }
  };
}

function wireSettler(
  { stores, github, runtime, pace }: DispatcherPorts,
  {
    leader,
    deliveryWatch,
    signsOfLifeIn,
    pauses,
  }: Pick<Repositories, "leader" | "deliveryWatch" | "signsOfLifeIn" | "pauses">,
  { mutex, contextAt, notifier, awaitedOrders }: DecisionTools & OrderWork,
  questionsDecided: (repositoryId: RepositoryId) => void,
): Settle {
  const { index } = stores;
  const { clock, random, logger } = runtime;
  const counts = countFailures(pace.failures, random);
  const outcomeOf = createOutcome({
    index,
    tracker: github.tracker,
    clock,
    contextAt: (id, now) => ({
      ...contextAt(id, now),
      isPassive: leader.isPassive(id),
      listeningSince: deliveryWatch.since(id),
      signsOfLife: signsOfLifeIn(id),
      claimsPaused: pauses.claimsPause(id),
      pauseIn: pauses.wishedPause,
    }),
    tryAgain: createUnreadRetries({ index, logger, pace, failures: counts }),
    staleReads: countFailures(pace.staleReads, random),
  });
  return createSettler({
    index: reportingIndex(index, notifier),
    mutex,
    leader,
    outcomeOf,
    awaitedOrders,
    questionsDecided,
  });
}

/** Notes that GitHub is responding before anything is decided from the read. */
function recordingContact(read: RunReadPlan, deliveryWatch: Pick<DeliveryWatch, "answered">): RunReadPlan {
  return async (repository, ...rest) => {
    const found = await read(repository, ...rest);
    const hasRead = found.gathered.facts.some(({ type }) => type === "IssueSeen");
    if (hasRead) deliveryWatch.answered(repository.installationId);
    return found;
  };
}

interface PassDependencies
  extends Pick<DecisionTools, "askRoles" | "askActorRoles">,
    Pick<OrderWork, "notifier" | "readOrderWords"> {
  readonly requeue: Requeue;
  readonly settle: Settle;
  readonly questionsDecided: (repositoryId: RepositoryId) => void;
}

function wirePass(
  ports: DispatcherPorts,
  repositories: Repositories,
  { askRoles, askActorRoles, requeue, settle, questionsDecided, notifier, readOrderWords }: PassDependencies,
): Pass {
  const { index } = ports.stores;
  const { tracker, translate, botId } = ports.github;
  const { clock, logger, onStep } = ports.runtime;
  const { pace } = ports;
  const {
    settingsOf,
    listings,
    listChanges,
    settings,
    ensureLabels,
    refresh,
    deliveryWatch,
    pullChecks,
    keptSettings,
  } = repositories;
  const withTrust = createPullTrust({ tracker, settingsOf, botId });
  const gather = createGatherer({ index, tracker, clock, pace, withTrust, askActorRoles });
  const readEvidence = createEvidenceReader({ tracker, settingsOf, botId, clock, logger });
  const reporting = reportingIndex(index, notifier);
  const translateAll = createTranslation(translate, pace);
  return createPass({
    prepare: createPreparation({
      translateAll,
      requeue,
      refreshRepositories: refresh,
      index,
      readOrderWords,
      clock,
    }),
    follow: createFollowing({
      index: reporting,
      listings,
      settle,
      questionsDecided,
      upkeep: createUpkeep({
        index,
        keptSettings,
        refreshSettings: settings.refresh,
        ensureLabels,
        pullChecks,
      }),
      read: recordingContact(
        createReader({ gather, listings, listChanges, askRoles, readEvidence, onStep }),
        deliveryWatch,
      ),
    }),
    index: reporting,
    clock,
  });
}
