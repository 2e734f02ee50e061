/**
 * The bus of a web process: stores deliveries, orders and agents' signs of life, and sends a request to the worker that
 * serves the installation for everything else. It does not have the App's key.
 */
import { messageOf } from "../../base/errors.ts";
import type { ProcessRuntime } from "../../dispatcher/dispatcher-ports.ts";
import { OrderDesk } from "../../dispatcher/orders/place.ts";
import type { OrderAnswer } from "../../dispatcher/ports/agents/orders.ts";
import type { SettingsOf } from "../../dispatcher/ports/settings.ts";
import { settingsIn } from "../../dispatcher/repository/settings-refresher.ts";
import { claimsPauseIn, type OwnersPauses, wishedPauseIn } from "../../dispatcher/schedule/pauses.ts";
import { type BeatSessions, createBeatReceiver } from "../../dispatcher/sessions/beat.ts";
import { createSharedSessions } from "../../dispatcher/sessions/shared-sessions.ts";
import type { RepositoryId } from "../../engine/model/fact.ts";
import type { OwnProcess } from "../../store/shape/processes.ts";
import type { RequestId } from "../../store/shape/requests.ts";
import type { SharedTables } from "../../store/shape/shared-tables.ts";
import type { Store } from "../../store/store.ts";
import type { Bus } from "../composition/bus.ts";
import { changePauses } from "../maintenance/pausing.ts";
import { type AnswerWatch, createAnswerWatch } from "../requests/answer-watch.ts";
import { createOwnerClient, type OwnerClient } from "../requests/owner-client.ts";
import { type ClusterCache, createClusterCache } from "./cluster-cache.ts";
import { confirmPauses } from "./confirm-pauses.ts";
import { sendProcessHeartbeats } from "./process-heartbeats.ts";
import { createRequestForwarder, installationsOf } from "./request-forwarder.ts";
import type { SharedClock } from "./shared-clock.ts";

export interface WebBusNeeds {
  /** Opened for a web process, which serves no installation. Closed with the bus. */
  readonly store: Store;
  readonly tables: SharedTables;
  /** Calls `onAnswered` with the ids of answered requests and orders, until it is closed. */
  readonly listen: (onAnswered: (ids: readonly string[]) => void) => { readonly close: () => Promise<void> };
  readonly own: OwnProcess;
  /** Finds out whether this release may still run. Never rejects. */
  readonly checkRelease: () => Promise<void>;
  readonly runtime: Pick<ProcessRuntime, "logger"> & { readonly clock: SharedClock };
}

type Runtime = WebBusNeeds["runtime"];

/** For how long an answer can be read. Counted from the answer: a rebuild may take hours. */
const keptForMs = 60 * 60_000;
const maxPruned = 1_000;

export function startWebBus({ store, tables, listen, own, runtime, checkRelease }: WebBusNeeds): Bus {
  const { clock, logger } = runtime;
  const { index } = store;
  const stopping = new AbortController();
  const settingsOf = settingsIn(index);
  const { owners, orderWatch, notify } = createAnswerWatches(tables, runtime);
  const listener = listen(notify);
  const sessions = createSharedSessions(tables.sessions);
  const clusterCache = createClusterCache({ tables, clock, logger });
  const forwarded = createRequestForwarder(index, owners);
  /** The outbox of this process sends nothing, but counts the effects that wait for the end of a pause. */
  const refreshCluster = async (): Promise<void> => {
    await clusterCache.refresh();
    store.outbox.pause(pausedIn(index, clusterCache.pauses(), settingsOf));
  };
  let accessChanges = 0;
  const afterHeartbeat = async (): Promise<void> => {
    await refreshCluster();
    // If the count cannot be read, lists of repositories stay cached for their five minutes.
    accessChanges = await tables.accessChanges().catch(() => accessChanges);
    await checkRelease();
    // A failure is retried in a few seconds.
    await tables.requests.prune(keptForMs, maxPruned).catch(() => {});
    // Reading it reloads the cache if it is old. Otherwise the first request after an idle time would see old data.
    index.repositories();
  };
  const { processes } = tables;
  const heartbeats = sendProcessHeartbeats(
    { processes, own, clock, logger, afterHeartbeat, report: () => ({}) },
    stopping.signal,
  );
  let closing: Promise<void> | undefined;

  async function close(): Promise<void> {
    stopping.abort();
    await Promise.all([heartbeats, listener.close()]);
    await store.close();
  }

  const desk = openDesk(store, { settingsOf, orderWatch, sessions }, runtime);
  return {
    store,
    ...forwarded,
    ...busStatus(store, settingsOf, clusterCache),
    whenReady: Promise.race([clusterCache.loaded, heartbeats]),
    // The store wakes the owner in the transaction that stores the work.
    wake: () => {},
    suspectLoss: lossReporter(store, owners, runtime, stopping.signal),
    note: (entry) => {
      index.note([entry]).catch((thrown: unknown) => {
        logger.warn({ kind: entry.kind, error: messageOf(thrown) }, "could not write ledger row", thrown);
      });
    },
    // This process never has work under way.
    idle: async () => {},
    placeOrder: (wish) => desk.order(wish),
    placeChoice: (choice) => desk.choose(choice),
    takeBeat: createBeatReceiver({ index, settingsOf, sessions, clock }),
    pause: async (wish) => {
      const changed = await changePauses(tables.pauses, wish, clock.now());
      const repository = wish.repository && index.repository(wish.repository.id);
      const concerned = repository === undefined ? installationsOf(index) : [repository.installationId];
      const confirmation = await confirmPauses(owners, concerned);
      await refreshCluster();
      return { ...confirmation, ...changed };
    },
    cluster: clusterCache.status,
    accessChanges: () => accessChanges,
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}

function pausedIn(
  index: Pick<Store["index"], "repositories">,
  pauses: OwnersPauses,
  settingsOf: SettingsOf,
): readonly RepositoryId[] | "everything" {
  if (pauses.everything !== undefined) return "everything";
  return index
    .repositories()
    .flatMap(({ id }) => (wishedPauseIn(pauses, id, settingsOf) === undefined ? [] : id));
}

interface AnswerWatches {
  readonly owners: OwnerClient;
  readonly orderWatch: AnswerWatch<string, OrderAnswer>;
  readonly notify: (ids: readonly string[]) => void;
}

function createAnswerWatches({ requests, orderAnswers }: SharedTables, { clock }: Runtime): AnswerWatches {
  const watch = createAnswerWatch<RequestId, string>({ find: (ids) => requests.answersTo(ids), clock });
  const orderWatch = createAnswerWatch({ find: orderAnswers, clock });
  return {
    owners: createOwnerClient({ requests, watch, clock }),
    orderWatch,
    notify: (ids) => {
      watch.notify(ids);
      orderWatch.notify(ids);
    },
  };
}

interface OrderParts {
  readonly settingsOf: SettingsOf;
  readonly orderWatch: Pick<AnswerWatch<string, OrderAnswer>, "listen">;
  readonly sessions: Pick<BeatSessions, "heard">;
}

function openDesk(
  { orders, index }: Store,
  { settingsOf, orderWatch, sessions }: OrderParts,
  { clock, logger }: Runtime,
): OrderDesk {
  return new OrderDesk({
    store: { orders, index, notifier: { listen: orderWatch.listen } },
    settingsOf,
    clock,
    wake: () => {},
    // No mutex is needed: the store rolls back a commit that would carry out an order that was withdrawn meanwhile.
    mutex: { run: (work) => work() },
    heard: async (sign) => {
      try {
        await sessions.heard(sign);
      } catch (thrown) {
        logger.warn({ error: messageOf(thrown) }, "could not store an agent's sign of life", thrown);
      }
    },
  });
}

type BusStatus = Pick<
  Bus,
  "missing" | "unhealthy" | "beyondShare" | "stuckSince" | "paused" | "claimsPaused" | "passive"
>;

function busStatus({ index }: Store, settingsOf: SettingsOf, clusterCache: ClusterCache): BusStatus {
  const count = (matches: (id: string) => boolean): number =>
    index.repositories().filter(({ id }) => matches(id)).length;
  return {
    missing: () => (clusterCache.isLoaded() ? [] : ["cluster"]),
    unhealthy: () =>
      [...clusterCache.installationStatuses()].flatMap(([id, { isDenied }]) => (isDenied ? id : [])),
    // Workers read, and know; they write it to their logs.
    beyondShare: () => 0,
    stuckSince: async () => undefined,
    paused: () => count((id) => wishedPauseIn(clusterCache.pauses(), id, settingsOf) !== undefined),
    claimsPaused: () => count((id) => claimsPauseIn(clusterCache.pauses(), id) !== undefined),
    passive: () =>
      [...clusterCache.installationStatuses().values()].reduce((sum, { passive }) => sum + passive, 0),
  };
}

const retryDelayMs = 1_000;

/** Once the store works again, asks the owners to search for deliveries that could not be stored. */
function lossReporter(
  { index }: Store,
  owners: Pick<OwnerClient, "tell">,
  { clock }: Runtime,
  signal: AbortSignal,
): () => void {
  let isSuspected = false;
  const tell = async (): Promise<void> => {
    while (isSuspected && !signal.aborted) {
      isSuspected = false;
      await owners.tell("suspect", installationsOf(index), {}).catch(() => {
        isSuspected = true;
      });
      if (isSuspected) await clock.sleep(retryDelayMs, signal);
    }
  };
  let telling = Promise.resolve();
  return () => {
    if (isSuspected) return;
    isSuspected = true;
    telling = telling.then(tell);
  };
}
