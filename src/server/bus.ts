/**
 * Everything between the door and GitHub, started and stopped. A newcomer would start it in any order: the store comes
 * first, so that the door may open; work begins when GitHub has said who we are.
 */
import type { Clock } from "../base/clock.ts";
import { messageOf, UserError } from "../base/errors.ts";
import type { Coordinator } from "../coordinator/coordinator.ts";
import type { Keeper } from "../coordinator/records/keep.ts";
import { createDispatcher, type Dispatcher } from "../dispatcher/dispatch.ts";
import type { Parts } from "../dispatcher/parts.ts";
import type { OwnersPauses } from "../dispatcher/pauses.ts";
import { createPoller } from "../dispatcher/poll.ts";
import type { LedgerEntry } from "../dispatcher/ports/ledger.ts";
import { type Rebuilt, rebuild } from "../dispatcher/rebuild.ts";
import { createSweeper, type Sweeper } from "../dispatcher/sweep.ts";
import type { FullRef } from "../protocol/ref.ts";
import type { Store } from "../store/store.ts";
import { assemble, type BusOptions, type Outside } from "./assembly.ts";
import { patiently } from "./connect.ts";
import { type CoordinatedRepository, type CoordinateWish, coordinate } from "./coordinate-once.ts";
import { coordinatorOver } from "./coordination.ts";
import { lookAfresh } from "./fresh-look.ts";
import { openKept } from "./kept.ts";
import { granted, type PauseWish, readPauses, writePauses } from "./pause-file.ts";
import { carryOut } from "./pausing.ts";
import { keeperOver } from "./recording.ts";
import { forgetOld, shippedRetention } from "./retention.ts";
import { type InvariantReport, type Posted, showInvariants } from "./show-invariants.ts";
import { watchStorage } from "./storage-watch.ts";

/** What a start goes through, in this order. */
export type Stage = "github" | "sweep" | "labels";

export interface Bus {
  readonly store: Store;
  /** Something was admitted. */
  readonly wake: () => void;
  /** Writes to the ledger in its own time. Never throws. */
  readonly note: (entry: LedgerEntry) => void;
  /** What is missing before everything works; empty when it does. */
  readonly missing: () => readonly Stage[];
  /** Resolves when nothing is missing, or at `close`; rejects with a UserError when waiting cannot help. */
  readonly whenReady: Promise<void>;
  /** Resolves when nothing is under way and nothing is due. */
  readonly idle: () => Promise<void>;
  /** Reads afresh what changed about an issue. Resolves to whether the index is now as fresh as GitHub. */
  readonly look: (ref: FullRef) => Promise<boolean>;
  /** Considers open questions once. Rejects when GitHub has not answered yet. */
  readonly coordinate: (wish: CoordinateWish) => Promise<readonly CoordinatedRepository[]>;
  /** Reads everything from GitHub anew. Rejects when GitHub cannot be read. */
  readonly rebuild: () => Promise<Rebuilt>;
  /** Puts what `verify` found on the commit that it tried. */
  readonly showInvariants: (report: InvariantReport) => Promise<Posted>;
  /** Begins or ends a pause, also for the next start. Resolves when it holds, or has ended. */
  readonly pause: (wish: PauseWish) => Promise<void>;
  /** Installations that GitHub does not let us into. */
  readonly unhealthy: () => readonly number[];
  /** How many repositories are paused. */
  readonly paused: () => number;
  /** In how many repositories another installation leads. */
  readonly passive: () => number;
  /** Finishes what is under way, leaves the rest on disk, closes. */
  readonly close: () => Promise<void>;
}

/** Longest that a close waits for work under way: the rest is on disk. */
const drainMs = 8_000;
const labelsAgainMs = 2_000;

/** @throws UserError when another server has the data folder, or when it is of no use */
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
      forgetOld({ store, clock, logger }, options.retention ?? shippedRetention, signal),
    );
    await patiently("list its repositories", { clock, logger, signal }, sweeper.start);
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
    else logger.error({}, "signalbox could not start its work.", thrown);
  });

  return {
    store,
    whenReady,
    missing: () => [...missing],
    wake: () => dispatcher?.wake(),
    note: (entry) => {
      store.index.note([entry]).catch((thrown: unknown) => {
        logger.warn({ kind: entry.kind, error: messageOf(thrown) }, "A ledger row could not be written.");
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
      // One after the other, each with what holds by then: the last word counts.
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

/** A start that fails gives the store back. */
function pausesIn(home: string, store: Store): OwnersPauses {
  try {
    return readPauses(home);
  } catch (thrown) {
    store.close();
    throw thrown;
  }
}

/** Sweeps until every repository that takes labels has them. */
async function labelled(sweeper: Sweeper, clock: Clock, signal: AbortSignal): Promise<void> {
  while (!sweeper.isReady() && !signal.aborted) {
    await clock.sleep(labelsAgainMs, signal);
    if (!signal.aborted) await sweeper.sweep();
  }
}

/** Rebuilds the index where no server runs. @throws UserError when one does, or when GitHub refuses us */
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
