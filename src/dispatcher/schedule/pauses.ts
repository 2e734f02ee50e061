/**
 * Which repositories are paused: their deliveries are stored, read and decided on, and nothing is written to
 * them. The reconcile passes keep running: otherwise a pause of a day would end with a day's work to decide
 * at once.
 */
import type { Millis } from "../../base/clock.ts";
import { valueUnder } from "../../base/node-id.ts";
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
  /** By the id of when it was paused, which may be in the other format today: read it by `pauseIn`. */
  readonly repositories: ReadonlyMap<RepositoryId, Pause & { readonly name: string }>;
}

/** The pauses set in the data folder; a repository's settings may pause it as well. */
export interface OwnersPauses extends PausedScope {
  /** Where agents get no task and lose none, although everything else goes on; absent if nowhere. */
  readonly claims?: PausedScope | undefined;
}

export const nothingPaused: OwnersPauses = { everything: undefined, repositories: new Map() };

/** The pause of everything, or else of this repository. */
export function pauseIn({ everything, repositories }: PausedScope, id: RepositoryId): Pause | undefined {
  return everything ?? valueUnder(repositories, id);
}

/** Why agents are given no task in a repository; undefined if they are. */
export function claimsPauseIn({ claims }: Pick<OwnersPauses, "claims">, id: RepositoryId): Pause | undefined {
  return claims && pauseIn(claims, id);
}

/** A pause that a person wants in a repository, and by what. */
export interface WishedPause {
  readonly by: "everything" | "repository" | "settings";
  readonly reason: string | undefined;
  /** Undefined for a pause by the settings. */
  readonly since: Millis | undefined;
}

/** The pause that a person wants in a repository, by the owner's request or by its settings. */
export function wishedPauseIn(
  scope: PausedScope,
  id: RepositoryId,
  settingsOf: SettingsOf,
): WishedPause | undefined {
  const pause = pauseIn(scope, id);
  if (pause !== undefined) return wished(scope.everything === undefined ? "repository" : "everything", pause);
  return settingsOf(id).paused ? { by: "settings", reason: undefined, since: undefined } : undefined;
}

function wished(by: WishedPause["by"], { reason, since }: Pause): WishedPause {
  return { by, reason, since };
}

export class Pauses {
  readonly #stores: { readonly index: Pick<Index, "repositories">; readonly outbox: Pick<Outbox, "pause"> };
  readonly #settingsOf: SettingsOf;
  readonly #leadership: Leadership;
  readonly #doubted = new Set<RepositoryId>();
  #owners = nothingPaused;

  constructor(
    stores: { readonly index: Pick<Index, "repositories">; readonly outbox: Pick<Outbox, "pause"> },
    settingsOf: SettingsOf,
    leadership: Leadership,
  ) {
    this.#stores = stores;
    this.#settingsOf = settingsOf;
    this.#leadership = leadership;
  }

  /** Whether nothing may be written there, for any reason. */
  isPaused(id: RepositoryId): boolean {
    return this.#isWished(id) || this.#doubted.has(id) || this.leaderOf(id) !== undefined;
  }

  /** The pause that a person wants there, whatever else keeps us from writing. */
  wishedPause(id: RepositoryId): WishedPause | undefined {
    return wishedPauseIn(this.#owners, id, this.#settingsOf);
  }

  /** Why agents are given no task there; undefined if they are. */
  claimsPause(id: RepositoryId): Pause | undefined {
    return claimsPauseIn(this.#owners, id);
  }

  /** How many of our repositories are paused by a person. */
  count(): number {
    return this.#list((id) => this.#isWished(id)).length;
  }

  /** In how many of them agents are given no task. */
  claimsCount(): number {
    return this.#list((id) => this.claimsPause(id) !== undefined).length;
  }

  /** The number of repositories in which another installation leads. */
  passive(): number {
    return this.#list((id) => this.leaderOf(id) !== undefined).length;
  }

  /** The installation that leads there instead of us, if one does. */
  leaderOf(id: RepositoryId): Leader | undefined {
    return this.#leadership.leaderOf(id);
  }

  /** Nothing is written there until `reconsider` is called. */
  doubt(id: RepositoryId): void {
    this.#doubted.add(id);
    this.refresh();
  }

  /** Call it after the index has learned of another installation. */
  reconsider(id: RepositoryId): void {
    this.#doubted.delete(id);
    this.#leadership.reconsider(id);
    this.refresh();
  }

  /** Applies the owner's pauses. Once it returns, no effect of a paused repository is started. */
  take(pauses: OwnersPauses): void {
    this.#owners = pauses;
    this.refresh();
  }

  /** Call it after the settings of a repository changed. */
  refresh(): void {
    const isEverything = this.#owners.everything !== undefined;
    this.#stores.outbox.pause(isEverything ? "everything" : this.#list((id) => this.isPaused(id)));
  }

  #isWished(id: RepositoryId): boolean {
    return this.wishedPause(id) !== undefined;
  }

  #list(matches: (id: RepositoryId) => boolean): readonly RepositoryId[] {
    return this.#stores.index.repositories().flatMap(({ id }) => (matches(id) ? id : []));
  }
}
