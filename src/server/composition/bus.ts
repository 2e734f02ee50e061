/**
 * Starts and stops everything between the webhook endpoint and GitHub. The store opens first, so that the
 * endpoint can accept deliveries; work begins once GitHub has said who we are.
 */
import type { Clock } from "../../base/clock.ts";
import { messageOf, UserError } from "../../base/errors.ts";
import type { Coordinator } from "../../coordinator/coordinator.ts";
import type { Keeper } from "../../coordinator/records/keep.ts";
import { createDispatcher, type Dispatcher } from "../../dispatcher/dispatch.ts";
import type { Parts } from "../../dispatcher/parts.ts";
import type { LedgerEntry } from "../../dispatcher/ports/ledger.ts";
import type { OwnersPauses } from "../../dispatcher/schedule/pauses.ts";
import { createPoller } from "../../dispatcher/schedule/poll.ts";
import { type Rebuilt, rebuild } from "../../dispatcher/schedule/rebuild.ts";
import { createSweeper, type Sweeper } from "../../dispatcher/schedule/sweep.ts";
import type { FullRef } from "../../protocol/references/ref.ts";
import type { Store } from "../../store/sqlite/store.ts";
import { lookAfresh } from "../maintenance/fresh-look.ts";
import { openKept } from "../maintenance/kept.ts";
import { granted, type PauseWish, readPauses, writePauses } from "../maintenance/pause-file.ts";
import { carryOut } from "../maintenance/pausing.ts";
import { defaultRetention, forgetOld } from "../maintenance/retention.ts";
import { type InvariantReport, type Posted, showInvariants } from "../maintenance/show-invariants.ts";
import { watchStorage } from "../maintenance/storage-watch.ts";
import { assemble, type BusOptions, type Outside } from "./assembly.ts";
import { retryUntilUp } from "./connect.ts";
import { type CoordinatedRepository, type CoordinateWish, coordinate } from "./coordinate-once.ts";
import { coordinatorOver } from "./coordination.ts";
import { keeperOver } from "./recording.ts";

/** The stages of a start, in order. */
export type Stage = "github" | "sweep" | "labels";

export interface Bus {
  readonly store: Store;
  /** To be called after a delivery was stored. */
  readonly wake: () => void;
  /** Writes to the ledger asynchronously. Never throws. */
  readonly note: (entry: LedgerEntry) => void;
  /** The stages that are not complete yet; empty when everything works. */
  readonly missing: () => readonly Stage[];
  /** Resolves when nothing is missing, or at `close`; rejects with a UserError if waiting cannot help. */
  readonly whenReady: Promise<void>;
  /** Resolves when nothing is under way and nothing is due. */
  readonly idle: () => Promise<void>;
  /**
   * Refreshes an issue and what changed around it. Resolves to whether the index is now up to date with
   * GitHub.
   */
  readonly look: (ref: FullRef) => Promise<boolean>;
  /** Considers open questions once. Rejects if GitHub has not answered yet. */
  readonly coordinate: (wish: CoordinateWish) => Promise<readonly CoordinatedRepository[]>;
  /** Reads everything from GitHub again. Rejects if GitHub cannot be read. */
  readonly rebuild: () => Promise<Rebuilt>;
  /** Posts the results of `verify` to the commit that it ran on. */
  readonly showInvariants: (report: InvariantReport) => Promise<Posted>;
  /**
   * Begins or ends a pause, and stores it for the next start. Resolves when it is effective, or has ended.
   */
  readonly pause: (wish: PauseWish) => Promise<void>;
  /** Installations that GitHub denies us access to. */
  readonly unhealthy: () => readonly number[];
  /** How many repositories are paused. */
  readonly paused: () => number;
  /** In how many repositories another installation leads. */
  readonly passive: () => number;
  /** Finishes work under way, leaves the rest on disk, and closes. */
  readonly close: () => Promise<void>;
}

/** Maximum time that closing waits for work under way. Everything else is on disk. */
const drainMs = 8_000;
const labelsAgainMs = 2_000;

/** @throws UserError if another server uses the data folder, or if the folder is unusable */
export function startBus(options: BusOptions, outside: Outside): Bus {
  const { clock, logger } = outside;
  const store = openKept(options.home, outside);
  let pauses = pausesIn(options.home, store);
  const stopping = new AbortController();
  const { signal } = stopping;
  const missing = new Set<Stage>(["github", "sweep", "labels"]);
  const routines: Promise<void>[] = [];
  let parts: Parts | undefined;
  let dispatcher: Dispatcher | undefined;
  let sweeper: Sweeper | undefined;
  let coordinator: Coordinator | undefined;
  let keeper: Keeper | undefined;
  let pausing = Promise.resolve();

  const begin = async (): Promise<void> => {
    const assembled = await assemble(options, outside, store, signal);
    if (assembled === undefined) return;
    const woken = (): void => dispatcher?.wake();
    const questions = coordinatorOver(store, assembled.parts, assembled.answering, woken, signal);
    coordinator = questions;
    parts = { ...assembled.parts, questionsDecided: questions.wake };
    parts.pauses.take(pauses);
    missing.delete("github");
    dispatcher = createDispatcher(parts);
    const records = keeperOver(store, parts, assembled.files, signal);
    keeper = records;
    sweeper = createSweeper(parts, () => {
      woken();
      questions.wakeAll();
      records.wake();
    });
    const recovering = { store, clock, logger, recover: sweeper.sweep };
    routines.push(
      dispatcher.run(signal),
      watchStorage(recovering, signal),
      forgetOld({ store, clock, logger }, options.retention ?? defaultRetention, signal),
    );
    await retryUntilUp("list its repositories", { clock, logger, signal }, sweeper.start);
    missing.delete("sweep");
    routines.push(sweeper.run(signal));
    if (options.pollMs !== undefined)
      routines.push(createPoller(parts, dispatcher.wake).run(signal, options.pollMs));
    await labelled(sweeper, clock, signal);
    missing.delete("labels");
  };
  const whenReady = begin();
  whenReady.catch((thrown: unknown) => {
    if (thrown instanceof UserError)
      logger.error({ error: thrown.message }, "signalbox cannot start its work.");
    else logger.error({}, "could not start work", thrown);
  });

  return {
    store,
    whenReady,
    missing: () => [...missing],
    wake: () => dispatcher?.wake(),
    note: (entry) => {
      store.index.note([entry]).catch((thrown: unknown) => {
        logger.warn({ kind: entry.kind, error: messageOf(thrown) }, "could not write ledger row");
      });
    },
    idle: async () => {
      await whenReady;
      await dispatcher?.idle();
      await coordinator?.idle();
      await dispatcher?.idle();
      await keeper?.idle();
    },
    look: async (ref) => {
      if (parts === undefined || dispatcher === undefined || missing.has("sweep")) return false;
      return lookAfresh(parts, dispatcher, ref);
    },
    coordinate: async (wish) => {
      if (parts === undefined || coordinator === undefined)
        throw new UserError("GitHub has not answered yet. Try again when /health says 200.");
      return coordinate({ store, parts, coordinator }, wish);
    },
    rebuild: async () => {
      if (parts === undefined)
        throw new UserError("GitHub has not answered yet. Try again when /health says 200.");
      const rebuilt = await rebuild(parts);
      dispatcher?.wake();
      return rebuilt;
    },
    showInvariants: async (report) => {
      if (parts === undefined) return { isPosted: false, why: "GitHub has not answered the server yet." };
      const posted = await showInvariants(parts, report);
      dispatcher?.wake();
      return posted;
    },
    pause: async (wish) => {
      pauses = granted(pauses, wish, clock.now());
      writePauses(options.home, pauses);
      if (parts === undefined || dispatcher === undefined || sweeper === undefined) return;
      const works = { parts, dispatcher, sweeper };
      // One at a time, each with the pauses at its turn, so that the last request wins.
      pausing = pausing.catch(() => {}).then(() => carryOut(works, pauses));
      await pausing;
    },
    unhealthy: () => parts?.stops.unhealthy(clock.now()) ?? [],
    paused: () => parts?.pauses.count() ?? 0,
    passive: () => parts?.pauses.passive() ?? 0,
    close: async () => {
      stopping.abort();
      const enough = new AbortController();
      const drained = whenReady
        .catch(() => {})
        .then(() => Promise.allSettled([...routines, coordinator?.idle(), keeper?.idle()]));
      await Promise.race([drained, clock.sleep(drainMs, enough.signal)]);
      enough.abort();
      store.close();
    },
  };
}

/** A start that fails releases the store. */
function pausesIn(home: string, store: Store): OwnersPauses {
  try {
    return readPauses(home);
  } catch (thrown) {
    store.close();
    throw thrown;
  }
}

/** Sweeps until every repository that accepts labels has them. */
async function labelled(sweeper: Sweeper, clock: Clock, signal: AbortSignal): Promise<void> {
  while (!sweeper.isReady() && !signal.aborted) {
    await clock.sleep(labelsAgainMs, signal);
    if (!signal.aborted) await sweeper.sweep();
  }
}

/**
 * Rebuilds the index if no server runs.
 * @throws UserError if one does, or if GitHub refuses us
 */
export async function rebuildOnce(options: BusOptions, outside: Outside): Promise<Rebuilt> {
  const store = openKept(options.home, outside);
  try {
    const assembled = await assemble(options, outside, store, new AbortController().signal);
    if (assembled === undefined) throw new UserError("The rebuild was broken off.");
    return await rebuild(assembled.parts);
  } finally {
    store.close();
  }
}
