/**
 * Which repositories are paused: their deliveries are kept, read and decided on, and nothing is written to them. A
 * newcomer would stop the cycles too; then a pause of a day would end with a day's work, decided on in one go.
 */
import type { Millis } from "../base/clock.ts";
import type { NodeId } from "../engine/fact.ts";
import type { Settings } from "../protocol/config.ts";
import type { Index, Outbox } from "./ports.ts";

/** Why and since when. */
export interface Pause {
  readonly reason: string | undefined;
  readonly since: Millis;
}

/** What the owner of the data folder paused; a repository's settings may pause it as well. */
export interface OwnersPauses {
  readonly everything: Pause | undefined;
  readonly repositories: ReadonlyMap<NodeId, Pause & { readonly name: string }>;
}

export const nothingPaused: OwnersPauses = { everything: undefined, repositories: new Map() };

export interface Pauses {
  readonly isPaused: (repositoryId: NodeId) => boolean;
  /** How many of our repositories are paused, for whatever reason. */
  readonly count: () => number;
  /** Takes the owner's word. From its return on no effect of a paused repository is begun. */
  readonly take: (pauses: OwnersPauses) => void;
  /** After the settings of a repository changed. */
  readonly refresh: () => void;
}

export function createPauses(
  index: Pick<Index, "repositories">,
  outbox: Pick<Outbox, "hold">,
  settingsOf: (repositoryId: NodeId) => Settings,
): Pauses {
  let owners = nothingPaused;
  const isPaused = (id: NodeId): boolean =>
    owners.everything !== undefined || owners.repositories.has(id) || settingsOf(id).paused;
  const paused = (): readonly NodeId[] => index.repositories().flatMap(({ id }) => (isPaused(id) ? id : []));
  const refresh = (): void => outbox.hold(owners.everything === undefined ? paused() : "everything");
  return {
    isPaused,
    count: () => paused().length,
    take: (pauses) => {
      owners = pauses;
      refresh();
    },
    refresh,
  };
}
