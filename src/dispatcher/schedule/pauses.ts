/**
 * Which repositories are paused: their deliveries are stored, read and decided on, and nothing is written to
 * them. The reconcile passes keep running: otherwise a pause of a day would end with a day's work to decide
 * at once.
 */
import type { Millis } from "../../base/clock.ts";
import type { RepositoryId } from "../../engine/model/fact.ts";
import type { Leader } from "../../engine/model/leading.ts";
import type { Index } from "../ports/issue-index.ts";
import type { Outbox } from "../ports/outbox.ts";
import type { SettingsOf } from "../ports/settings.ts";
import type { Leadership } from "../repository/leadership.ts";

/** Why and since when. */
export interface Pause {
  readonly reason: string | undefined;
  readonly since: Millis;
}

/** What is paused: everything, or some repositories. */
export interface PausedScope {
  readonly everything: Pause | undefined;
  readonly repositories: ReadonlyMap<RepositoryId, Pause & { readonly name: string }>;
}

/** The pauses set in the data folder; a repository's settings may pause it as well. */
export interface OwnersPauses extends PausedScope {
  /** Where agents get no task and lose none, although everything else goes on; absent if nowhere. */
  readonly claims?: PausedScope | undefined;
}

export const nothingPaused: OwnersPauses = { everything: undefined, repositories: new Map() };

/** Why agents are given no task in a repository; undefined if they are. */
export function claimsPauseIn({ claims }: Pick<OwnersPauses, "claims">, id: RepositoryId): Pause | undefined {
  return claims?.everything ?? claims?.repositories.get(id);
}

/** The pause that a person wants in a repository, by the owner's request or by its settings. */
export function wishedPauseIn(
  { everything, repositories }: PausedScope,
  id: RepositoryId,
  settingsOf: SettingsOf,
): { readonly since?: Millis } | undefined {
  return everything ?? repositories.get(id) ?? (settingsOf(id).paused ? {} : undefined);
}

export interface Pauses {
  /** Whether nothing may be written there, for any reason. */
  readonly isPaused: (repositoryId: RepositoryId) => boolean;
  /** The pause that a person wants there, whatever else keeps us from writing. */
  readonly wishedPause: (repositoryId: RepositoryId) => { readonly since?: Millis } | undefined;
  /** Why agents are given no task there; undefined if they are. */
  readonly claimsPause: (repositoryId: RepositoryId) => Pause | undefined;
  /** How many of our repositories are paused by a person. */
  readonly count: () => number;
  /** In how many of them agents are given no task. */
  readonly claimsCount: () => number;
  /** The number of repositories in which another installation leads. */
  readonly passive: () => number;
  /** The installation that leads there instead of us, if one does. */
  readonly leaderOf: (repositoryId: RepositoryId) => Leader | undefined;
  /** Nothing is written there until `reconsider` is called. */
  readonly doubt: (repositoryId: RepositoryId) => void;
  /** Call it after the index has learned of another installation. */
  readonly reconsider: (repositoryId: RepositoryId) => void;
  /** Applies the owner's pauses. Once it returns, no effect of a paused repository is started. */
  readonly take: (pauses: OwnersPauses) => void;
  /** Call it after the settings of a repository changed. */
  readonly refresh: () => void;
}

export function createPauses(
  index: Pick<Index, "repositories">,
  outbox: Pick<Outbox, "pause">,
  settingsOf: SettingsOf,
  leadership: Leadership,
): Pauses {
  let owners = nothingPaused;
  const doubted = new Set<RepositoryId>();
  const { leaderOf } = leadership;
  const wishedPause: Pauses["wishedPause"] = (id) => wishedPauseIn(owners, id, settingsOf);
  const isWished = (id: RepositoryId): boolean => wishedPause(id) !== undefined;
  const claimsPause = (id: RepositoryId): Pause | undefined => claimsPauseIn(owners, id);
  const isPaused = (id: RepositoryId): boolean =>
    isWished(id) || doubted.has(id) || leaderOf(id) !== undefined;
  const ours = (matches: (id: RepositoryId) => boolean): readonly RepositoryId[] =>
    index.repositories().flatMap(({ id }) => (matches(id) ? id : []));
  const refresh = (): void => outbox.pause(owners.everything === undefined ? ours(isPaused) : "everything");
  return {
    isPaused,
    wishedPause,
    claimsPause,
    claimsCount: () => ours((id) => claimsPause(id) !== undefined).length,
    leaderOf,
    count: () => ours(isWished).length,
    passive: () => ours((id) => leaderOf(id) !== undefined).length,
    doubt: (id) => {
      doubted.add(id);
      refresh();
    },
    reconsider: (id) => {
      doubted.delete(id);
      leadership.reconsider(id);
      refresh();
    },
    take: (pauses) => {
      owners = pauses;
      refresh();
    },
    refresh,
  };
}
