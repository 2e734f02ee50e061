/**
 * Begins and ends pauses in the running server. When a pause ends, every issue is refreshed before any effect
 * is sent: the queued effects were decided during the pause and may be outdated.
 */

import type { Clock, Millis } from "../../base/clock.ts";
import { valueUnder } from "../../base/node-id.ts";
import type { Dispatcher } from "../../dispatcher/dispatcher.ts";
import type { Index } from "../../dispatcher/ports/issue-index.ts";
import type { LabelKeeper } from "../../dispatcher/repository/label-keeper.ts";
import { refreshOpenIssues, refreshStarted } from "../../dispatcher/schedule/change-refresher.ts";
import {
  nothingPaused,
  type OwnersPauses,
  type PausedScope,
  type Pauses,
  pauseIn,
} from "../../dispatcher/schedule/pauses.ts";
import type { Sweeper } from "../../dispatcher/schedule/sweeper.ts";
import type { RepositoryId, RepositorySeen } from "../../engine/model/fact.ts";
import type { KeptPauses } from "../../store/shape/kept-pauses.ts";
import { dropPauses, granted, type PauseWish, readPauses, writePauses } from "./pause-file.ts";

/** The parts that carry out a pause. */
export interface PauseWorks {
  readonly index: Pick<Index, "repositories" | "oldestRead" | "startedTasks" | "commit">;
  readonly clock: Clock;
  readonly pauses: Pick<Pauses, "isPaused" | "claimsPause" | "take">;
  readonly labelKeeper: Pick<LabelKeeper, "tryEnsure">;
  readonly dispatcher: Pick<Dispatcher, "wake" | "idle" | "drainWrites">;
  readonly sweeper: Pick<Sweeper, "sweep">;
}

/** Whether a pause or its end is effective. */
export type Confirmation =
  | { readonly type: "effective" }
  /** It is stored, and some who serve installations have not confirmed it. `why` is a sentence or several. */
  | { readonly type: "stored"; readonly why: string };

/** What became of a pause or of its end. */
export type PauseResult = Confirmation & {
  /** The pauses before it, and with it. */
  readonly was: OwnersPauses;
  readonly now: OwnersPauses;
};

/** The pauses requested by the owner. */
export interface OwnersPausing {
  readonly read: () => Promise<OwnersPauses>;
  /** Begins or ends a pause, and stores it for the next start. Resolves to the pauses before it, and with it. */
  readonly save: (wish: PauseWish, now: Millis) => Promise<Pick<PauseResult, "was" | "now">>;
  /** Resolves when the pauses are effective in a running server. */
  readonly carryOut: (works: PauseWorks) => Promise<void>;
}

/**
 * Stored in the data folder.
 *
 * @throws UserError if the file of pauses is unusable
 */
export function createPausingInFolder(home: string): OwnersPausing {
  let pauses = readPauses(home);
  const read = async (): Promise<OwnersPauses> => pauses;
  return {
    read,
    save: async (wish, now) => {
      const was = pauses;
      pauses = granted(was, wish, now);
      writePauses(home, pauses);
      return { was, now: pauses };
    },
    carryOut: createPauseTurns(read),
  };
}

/**
 * Stored in the store. What the data folder still has from a server that kept its index there is taken over.
 *
 * @throws UserError if the file of pauses is unusable
 */
export function createPausingInStore(kept: KeptPauses, home: string): OwnersPausing {
  const found = readPauses(home);
  let isTakenOver = found === nothingPaused;
  const read = async (): Promise<OwnersPauses> => {
    if (!isTakenOver) {
      await kept.change((before) => joined(before, found));
      dropPauses(home);
      isTakenOver = true;
    }
    return kept.read();
  };
  return {
    read,
    save: async (wish, now) => {
      await read();
      return changePauses(kept, wish, now);
    },
    carryOut: createPauseTurns(read),
  };
}

function joined(before: OwnersPauses, found: OwnersPauses): OwnersPauses {
  const claims = joinedScope(before.claims ?? nothingPaused, found.claims ?? nothingPaused);
  const isNowhere = before.claims === undefined && found.claims === undefined;
  return { ...joinedScope(before, found), ...(isNowhere ? {} : { claims }) };
}

function joinedScope(before: PausedScope, found: PausedScope): PausedScope {
  const added = [...found.repositories].filter(([id]) => valueUnder(before.repositories, id) === undefined);
  const repositories = new Map([...added, ...before.repositories]);
  return { everything: before.everything ?? found.everything, repositories };
}

/** Changes what is stored. Resolves to the pauses before, and after. */
export async function changePauses(
  pauses: KeptPauses,
  wish: PauseWish,
  at: Millis,
): Promise<Pick<PauseResult, "was" | "now">> {
  let was = nothingPaused;
  let now = nothingPaused;
  await pauses.change((before) => {
    was = before;
    now = granted(before, wish, at);
    return now;
  });
  return { was, now };
}

/** Makes the pauses effective in a running server. One at a time, each as they are at its turn, so the last request wins. */
export function createPauseTurns(read: () => Promise<OwnersPauses>): (works: PauseWorks) => Promise<void> {
  let last = Promise.resolve();
  return (works) => {
    last = last.catch(() => {}).then(async () => carryOut(works, await read()));
    return last;
  };
}

/**
 * Resolves when the wanted pauses are effective: nothing is in flight to a paused repository, and the others have
 * caught up.
 */
export async function carryOut(works: PauseWorks, wanted: OwnersPauses): Promise<void> {
  const { pauses, labelKeeper, dispatcher } = works;
  const freed = freedBy(works, wanted);
  const reopened = reopenedBy(works, wanted);
  if (freed.length > 0) await catchUp(works, freed);
  const closed = closedBy(works, wanted);
  pauses.take(wanted);
  for (const { id } of closed) await refreshStarted(works, id, "agents are given no tasks");
  // Only now: who assigned itself meanwhile gets nothing as long as the pause is on.
  for (const { id } of reopened) await refreshOpenIssues(works, id, "agents are given tasks again");
  for (const repository of freed)
    if (!pauses.isPaused(repository.id)) await labelKeeper.tryEnsure(repository);
  dispatcher.wake();
  await dispatcher.drainWrites();
}

/** Repositories whose pause ends. */
function freedBy({ index, pauses: before }: PauseWorks, after: OwnersPauses): readonly RepositorySeen[] {
  return index.repositories().filter(({ id }) => before.isPaused(id) && !isIn(after, id));
}

/** Repositories in which agents are given tasks again. */
function reopenedBy({ index, pauses: before }: PauseWorks, after: OwnersPauses): readonly RepositorySeen[] {
  return index
    .repositories()
    .filter(({ id }) => before.claimsPause(id) !== undefined && !isIn(after.claims, id));
}

/** Repositories in which agents are given no tasks any more. */
function closedBy({ index, pauses: before }: PauseWorks, after: OwnersPauses): readonly RepositorySeen[] {
  return index
    .repositories()
    .filter(({ id }) => before.claimsPause(id) === undefined && isIn(after.claims, id));
}

function isIn(scope: PausedScope | undefined, id: RepositoryId): boolean {
  return scope !== undefined && pauseIn(scope, id) !== undefined;
}

async function catchUp(
  { index, clock, dispatcher, sweeper }: PauseWorks,
  freed: readonly RepositorySeen[],
): Promise<void> {
  await sweeper.sweep();
  for (const { id } of freed) await refreshOpenIssues({ index, clock }, id, "a pause ends");
  dispatcher.wake();
  await dispatcher.idle();
}
