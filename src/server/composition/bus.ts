/**
 * Starts and stops everything between the webhook endpoint and GitHub. The store opens first, so that the
 * endpoint can accept deliveries; work begins once GitHub has said who we are.
 */
import type { Millis } from "../../base/clock.ts";
import { messageOf, UserError } from "../../base/errors.ts";
import type { ProcessRuntime } from "../../dispatcher/dispatcher-ports.ts";
import type { PlaceChoice, PlaceOrder } from "../../dispatcher/orders/place.ts";
import type { LedgerEntry } from "../../dispatcher/ports/ledger.ts";
import type { Rebuilt } from "../../dispatcher/schedule/rebuild.ts";
import type { TakeBeat } from "../../dispatcher/sessions/beat.ts";
import type { Repositories } from "../../dispatcher/wiring/repositories.ts";
import type { InstallationId, RepositoryId } from "../../engine/model/fact.ts";
import type { FullRef } from "../../protocol/references/ref.ts";
import type { Store } from "../../store/store.ts";
import type { ClusterStatus } from "../cluster/cluster-status.ts";
import type { PauseWish } from "../maintenance/pause-file.ts";
import {
  createPausingInFolder,
  createPausingInStore,
  type OwnersPausing,
  type PauseResult,
} from "../maintenance/pausing.ts";
import type { InvariantReport, Posted } from "../maintenance/show-invariants.ts";
import type { ClusterFigures } from "../metrics/cluster-gauges.ts";
import { assemble, type BusOptions } from "./assembly.ts";
import {
  type CoordinatedRepository,
  type CoordinateWish,
  coordinateRepositories,
} from "./coordinate-once.ts";
import {
  createProcessing,
  type FindRole,
  idle,
  type Processors,
  type StartStage,
  startProcessing,
  underWay,
} from "./processing.ts";

/**
 * The incomplete stages: `github` until GitHub has responded, then the stages of the start. `cluster` in a process that
 * serves no installation, until it knows of the others.
 */
export type MissingStage = "github" | StartStage | "cluster";

export interface Bus {
  readonly store: Store;
  /** Call it after storing a delivery. */
  readonly wake: (repositoryId?: RepositoryId) => void;
  /** Call it after a delivery could not be stored: the next reconcile passes list what changed. */
  readonly suspectLoss: () => void;
  /** Writes to the ledger asynchronously. Never throws. */
  readonly note: (entry: LedgerEntry) => void;
  /** The stages that are not complete yet, in order; empty when everything works. */
  readonly missing: () => readonly MissingStage[];
  /** Resolves when nothing is missing, or at `close`; rejects with a UserError if waiting cannot help. */
  readonly whenReady: Promise<void>;
  /** Resolves when nothing is under way and nothing is due. */
  readonly idle: () => Promise<void>;
  /**
   * Refreshes an issue and what changed around it. Resolves to whether the index is now up to date with
   * GitHub.
   */
  readonly refreshIssue: (ref: FullRef) => Promise<boolean>;
  /** Considers open questions once. Rejects if GitHub has not responded yet. */
  readonly coordinate: (wish: CoordinateWish) => Promise<readonly CoordinatedRepository[]>;
  /** Reads everything from GitHub again. Rejects if GitHub cannot be read. */
  readonly rebuild: () => Promise<Rebuilt>;
  /** Posts the results of `verify` to the commit that it ran on. */
  readonly showInvariants: (report: InvariantReport) => Promise<Posted>;
  /** Takes an order from an agent on the server's machine. Rejects if it could not be stored. */
  readonly placeOrder: PlaceOrder;
  /** Takes what a person chose on a page, in a session that GitHub's sign-in opened. Rejects if it could not be stored. */
  readonly placeChoice: PlaceChoice;
  /** Takes a sign of life from an agent on the server's machine. */
  readonly takeBeat: TakeBeat;
  /** A person's role as GitHub has it, or had it a minute ago; `unknown` while GitHub cannot be asked. */
  readonly roleOf: FindRole;
  /**
   * Begins or ends a pause, and stores it for the next start. Resolves when it is effective, or has ended.
   */
  readonly pause: (wish: PauseWish) => Promise<PauseResult>;
  /** Installations that GitHub denies us access to. */
  readonly unhealthy: () => readonly number[];
  /** Since when nothing was done although work is due, if that is long. */
  readonly stuckSince: () => Promise<Millis | undefined>;
  /** How many accounts have used up their share of GitHub's quota. */
  readonly beyondShare: () => number;
  /** How many repositories are paused. */
  readonly paused: () => number;
  /** In how many repositories agents are given no task. */
  readonly claimsPaused: () => number;
  /** In how many repositories another installation is the leader. */
  readonly passive: () => number;
  /** The other processes, as this one knows them; absent where one process does everything. */
  readonly cluster?: () => ClusterStatus;
  /** How often what people may see has changed, as far as this process knows; absent where there is no other process. */
  readonly accessChanges?: () => number;
  /** How far behind the workers are. */
  readonly backlog?: () => Promise<ClusterFigures>;
  /** Finishes work under way, leaves the rest on disk, and closes. */
  readonly close: () => Promise<void>;
}

const stages: readonly MissingStage[] = ["github", "sweep", "labels"];

type State =
  /** Deliveries are stored, and GitHub has not responded yet. */
  | { readonly type: "starting" }
  | { readonly type: "running"; readonly processors: Processors; readonly missing: readonly MissingStage[] }
  /** Nothing new is begun. What is under way ends, and the rest is on disk. */
  | { readonly type: "stopping" };

const serverStops = "The server is stopping. Start it again first.";

/** Maximum time that closing waits for work under way. Everything else is on disk. */
const drainMs = 8_000;

/**
 * @param store closed with the bus
 * @throws UserError if the pauses in the data folder cannot be read
 */
export function startBus(options: BusOptions, runtime: ProcessRuntime, store: Store): Bus {
  const { clock, logger } = runtime;
  const pausing = pausingIn(options.home, store);
  const stopping = new AbortController();
  const { signal } = stopping;
  const routines: Promise<void>[] = [];
  let state: State = { type: "starting" };

  async function begin(): Promise<void> {
    const assembled = await assemble(options, runtime, store, signal);
    if (assembled === undefined || state.type !== "starting") return;
    const pauses = await pausing.read();
    const processors = createProcessing({ store, assembled, pauses, signal });
    state = { type: "running", processors, missing: stages.slice(1) };
    await startProcessing(processors, {
      bus: options,
      runtime,
      store,
      signal,
      started: (routine) => routines.push(routine),
      completed: (stage) => {
        if (state.type === "running")
          state = { ...state, missing: state.missing.filter((each) => each !== stage) };
      },
    });
  }

  /** Before GitHub has responded and while stopping, nothing is processed: `otherwise` holds then. */
  function whileRunning<T>(use: (processors: Processors) => T, otherwise: T): T {
    return state.type === "running" ? use(state.processors) : otherwise;
  }

  function ofRepositories<T>(use: (repositories: Repositories) => T, otherwise: T): T {
    return whileRunning(({ dispatch }) => use(dispatch.repositories), otherwise);
  }

  /** @throws UserError that says when to try again */
  function running(): Processors {
    if (state.type === "running") return state.processors;
    throw new UserError(
      state.type === "starting"
        ? "GitHub has not responded yet. Try again when /health returns 200."
        : serverStops,
    );
  }

  function unavailable() {
    const why =
      state.type === "starting" ? "GitHub has not answered the server yet" : "the server is stopping";
    return { type: "unavailable", why } as const;
  }

  async function close(): Promise<void> {
    const before = state;
    state = { type: "stopping" };
    stopping.abort();
    const enough = new AbortController();
    const drained = whenReady
      .catch(() => {})
      .then(() =>
        Promise.allSettled([...routines, ...(before.type === "running" ? underWay(before.processors) : [])]),
      );
    await Promise.race([drained, clock.sleep(drainMs, enough.signal)]);
    enough.abort();
    await store.close();
  }

  const whenReady = begin();
  whenReady.catch((thrown: unknown) => {
    if (thrown instanceof UserError)
      logger.error({ error: thrown.message }, "signalbox cannot start its work.");
    else logger.error({}, "could not start work", thrown);
  });

  return {
    store,
    whenReady,
    missing: () => (state.type === "running" ? state.missing : stages),
    wake: (repositoryId) => whileRunning(({ dispatch }) => dispatch.dispatcher.wake(repositoryId), undefined),
    suspectLoss: () => ofRepositories(({ listings }) => listings.suspect(undefined), undefined),
    note: (entry) => {
      store.index.note([entry]).catch((thrown: unknown) => {
        logger.warn({ kind: entry.kind, error: messageOf(thrown) }, "could not write ledger row", thrown);
      });
    },
    idle: async () => {
      await whenReady;
      await whileRunning(idle, undefined);
    },
    refreshIssue: async (ref) => {
      if (state.type !== "running") return false;
      return state.processors.onRequest.refreshIssue(ref);
    },
    coordinate: async (wish) => {
      const { dispatch, coordinator } = running();
      const { settingsOf } = dispatch.repositories;
      return coordinateRepositories({ store, settingsOf, coordinator }, wish);
    },
    rebuild: async () => {
      const { rebuild, dispatcher } = running().dispatch;
      const rebuilt = await rebuild();
      dispatcher.wake();
      return rebuilt;
    },
    showInvariants: async (report) => {
      if (state.type === "starting")
        return { isPosted: false, why: "GitHub has not responded to the server yet." };
      if (state.type === "stopping") return { isPosted: false, why: serverStops };
      const { onRequest, dispatch } = state.processors;
      const posted = await onRequest.showInvariants(report);
      dispatch.dispatcher.wake();
      return posted;
    },
    placeOrder: async (wish) =>
      state.type === "running" ? state.processors.dispatch.placeOrder(wish) : unavailable(),
    placeChoice: async (choice) =>
      state.type === "running" ? state.processors.dispatch.placeChoice(choice) : unavailable(),
    takeBeat: async (beat) =>
      state.type === "running" ? state.processors.dispatch.takeBeat(beat) : unavailable(),
    roleOf: async (repository, person) =>
      state.type === "running"
        ? state.processors.onRequest.roleOf(repository, person)
        : { role: "unknown", isPrivate: true },
    pause: async (wish) => {
      const { was, now } = await pausing.save(wish, clock.now());
      // A server that is starting or will start again reads what was saved.
      await whileRunning(({ onRequest }) => pausing.carryOut(onRequest.pauses), undefined);
      return { type: "effective", was, now };
    },
    unhealthy: () => ofRepositories(({ backoff }) => backoff.unhealthy(), []),
    stuckSince: async () => {
      if (state.type !== "running") return undefined;
      const { progress, backoff } = state.processors.dispatch.repositories;
      const limited = backoff.limited(clock.now());
      if (limited.size > 0)
        return isDueBesides(store, limited, clock.now()).then(
          (isDue) => progress.stuckBesidesLimits(isDue),
          () => undefined,
        );
      if (!progress.isQuietLong()) return undefined;
      // A store that fails is named by /health itself, which has to answer then, too.
      return earliestDue(store).then(
        (dueAt) => progress.stuckSince(dueAt),
        () => undefined,
      );
    },
    beyondShare: () => ofRepositories(({ readShares }) => readShares.countSpent(), 0),
    paused: () => ofRepositories(({ pauses }) => pauses.count(), 0),
    claimsPaused: () => ofRepositories(({ pauses }) => pauses.claimsCount(), 0),
    passive: () => ofRepositories(({ pauses }) => pauses.passive(), 0),
    close,
  };
}

/** More are not looked through: a limit of GitHub's then hides what else is due. */
const maxLookedThrough = 1_000;

/** Whether work is due for an installation that is not among the limited ones. */
async function isDueBesides(
  { inbox, outbox, index }: Pick<Store, "inbox" | "outbox" | "index">,
  limited: ReadonlySet<InstallationId>,
  now: Millis,
): Promise<boolean> {
  const [read, written] = await Promise.all([
    inbox.dueRepositories(now, maxLookedThrough),
    outbox.dueInstallations(now),
  ]);
  const owners = new Map(index.repositories().map(({ id, installationId }) => [id, installationId]));
  const reading = read.flatMap((id) => owners.get(id) ?? []);
  return [...reading, ...written].some((id) => !limited.has(id));
}

/** During a pause, writes are not due. */
async function earliestDue({ inbox, outbox }: Pick<Store, "inbox" | "outbox">): Promise<Millis | undefined> {
  const times = await Promise.all([inbox.nextDueAt(), outbox.nextDueAt()]);
  return times.reduce((a, b) => (a === undefined || b === undefined ? (a ?? b) : Math.min(a, b)));
}

/** A start that fails releases the store. */
function pausingIn(home: string, store: Store): OwnersPausing {
  try {
    const { pauses } = store;
    return pauses === undefined ? createPausingInFolder(home) : createPausingInStore(pauses, home);
  } catch (thrown) {
    void store.close();
    throw thrown;
  }
}
