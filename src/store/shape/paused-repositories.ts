/** Which repositories are paused by their owner or their settings. */
import type { SettingsOf } from "../../dispatcher/ports/settings.ts";
import { type OwnersPauses, wishedPauseIn } from "../../dispatcher/schedule/pauses.ts";
import type { PausedRepository, Served } from "../../operations/ports.ts";

/** What the owner paused, as it is now. On one machine it is in a file next to the index. */
export type ReadPauses = () => OwnersPauses;

export function pausedAmong(
  served: readonly Served[],
  pauses: OwnersPauses,
  settingsOf: SettingsOf,
): readonly PausedRepository[] {
  return served.flatMap(({ id, owner, repo }) => {
    const pause = wishedPauseIn(pauses, id, settingsOf);
    return pause === undefined ? [] : { id, owner, repo, ...pause };
  });
}
