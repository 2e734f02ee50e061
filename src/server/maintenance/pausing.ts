/**
 * Begins and ends pauses in the running server. When a pause ends, every issue is refreshed before any effect
 * is sent: the queued effects were decided during the pause and may be outdated.
 */

import type { Millis } from "../../base/clock.ts";
import type { Dispatcher } from "../../dispatcher/dispatch.ts";
import { attempt } from "../../dispatcher/failure/best-effort.ts";
import type { Parts } from "../../dispatcher/parts.ts";
import { ensureLabels } from "../../dispatcher/repository/labels.ts";
import type { OwnersPauses } from "../../dispatcher/schedule/pauses.ts";
import { lookAtOpen } from "../../dispatcher/schedule/refresh-neighbours.ts";
import type { Sweeper } from "../../dispatcher/schedule/sweep.ts";
import type { RepositoryId, RepositorySeen } from "../../engine/model/fact.ts";
import { granted, type PauseWish, readPauses, writePauses } from "./pause-file.ts";

/** What carries out a pause. */
interface Works {
  readonly parts: Parts;
  readonly dispatcher: Pick<Dispatcher, "wake" | "idle" | "writesEnded">;
  readonly sweeper: Pick<Sweeper, "sweep">;
}

/** The pauses that the owner asked for, kept in the data folder. */
export interface OwnersPausing {
  readonly pauses: () => OwnersPauses;
  /** Begins or ends a pause, and stores it for the next start. */
  readonly save: (wish: PauseWish, now: Millis) => void;
  /** Resolves when the pauses are effective in a running server. */
  readonly carryOut: (works: Works) => Promise<void>;
}

/** @throws UserError if the file of pauses is unusable */
export function createOwnersPausing(home: string): OwnersPausing {
  let pauses = readPauses(home);
  let last = Promise.resolve();
  return {
    pauses: () => pauses,
    save: (wish, now) => {
      pauses = granted(pauses, wish, now);
      writePauses(home, pauses);
    },
    carryOut: (works) => {
      // One at a time, each with the pauses at its turn, so that the last request wins.
      last = last.catch(() => {}).then(() => carryOut(works, pauses));
      return last;
    },
  };
}

/**
 * Resolves when `pauses` are effective: nothing is in flight to a paused repository, and the others have
 * caught up.
 */
async function carryOut(works: Works, pauses: OwnersPauses): Promise<void> {
  const { parts, dispatcher } = works;
  const freed = freedBy(parts, pauses);
  if (freed.length > 0) await catchUp(works, freed);
  parts.pauses.take(pauses);
  for (const repository of freed)
    if (!parts.pauses.isPaused(repository.id))
      await attempt(parts, "make labels", repository, () => ensureLabels(parts, repository));
  dispatcher.wake();
  await dispatcher.writesEnded();
}

/** Repositories whose pause ends. */
function freedBy({ index, pauses: before }: Parts, after: OwnersPauses): readonly RepositorySeen[] {
  const stays = (id: RepositoryId): boolean => after.everything !== undefined || after.repositories.has(id);
  return index.repositories().filter(({ id }) => before.isPaused(id) && !stays(id));
}

async function catchUp(
  { parts, dispatcher, sweeper }: Works,
  freed: readonly RepositorySeen[],
): Promise<void> {
  await sweeper.sweep();
  for (const { id } of freed) await lookAtOpen(parts, id, "a pause ends");
  dispatcher.wake();
  await dispatcher.idle();
}
