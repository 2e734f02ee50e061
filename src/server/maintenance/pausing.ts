/**
 * Begins and ends pauses in the running server. When a pause ends, every issue is refreshed before any effect
 * is sent: the queued effects were decided during the pause and may be outdated.
 */

import type { Dispatcher } from "../../dispatcher/dispatch.ts";
import { attempt } from "../../dispatcher/failure/best-effort.ts";
import type { Parts } from "../../dispatcher/parts.ts";
import { ensureLabels } from "../../dispatcher/repository/labels.ts";
import type { OwnersPauses } from "../../dispatcher/schedule/pauses.ts";
import { lookAtOpen } from "../../dispatcher/schedule/refresh-neighbours.ts";
import type { Sweeper } from "../../dispatcher/schedule/sweep.ts";
import type { NodeId, RepositorySeen } from "../../engine/model/fact.ts";

interface Works {
  readonly parts: Parts;
  readonly dispatcher: Pick<Dispatcher, "wake" | "idle" | "writesEnded">;
  readonly sweeper: Pick<Sweeper, "sweep">;
}

/**
 * Resolves when `pauses` are effective: nothing is in flight to a paused repository, and the others have
 * caught up.
 */
export async function carryOut(works: Works, pauses: OwnersPauses): Promise<void> {
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
  const stays = (id: NodeId): boolean => after.everything !== undefined || after.repositories.has(id);
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
