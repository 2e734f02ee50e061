/**
 * Sessions: the runs of agents on this machine, as they report themselves. GitHub knows nothing of them, so they
 * are lost with the index; nothing but presence and the patience with a silent holder depends on them.
 */
import type { Millis } from "../../../base/clock.ts";
import type { RepositoryId } from "../../../engine/model/fact.ts";

export interface SessionKey {
  /** The agent's name in the settings. */
  readonly agent: string;
  /** A ULID. Empty for what an agent does outside of a session. */
  readonly id: string;
  /** Undefined if the agent did not say where it works. */
  readonly repositoryId: RepositoryId | undefined;
}

export interface Session extends SessionKey {
  /** All times are by this machine's clock. */
  readonly firstHeardAt: Millis;
  readonly heardAt: Millis;
  /** When its agent left. A later sign of life begins it again. */
  readonly endedAt: Millis | undefined;
  /** The agent's own words. */
  readonly doing: string | undefined;
  /** The number of the task that it last reported. */
  readonly issue: number | undefined;
  /** The leases that it has reported to be alive on, the latest last. */
  readonly leases: readonly BeatenLease[];
}

export interface BeatenLease {
  readonly issue: number;
  readonly token: number;
}

export interface SessionStore {
  /** Those heard from since `since`. */
  readonly heardSince: (since: Millis) => Promise<readonly Session[]>;
  readonly save: (sessions: readonly Session[]) => Promise<void>;
}

/**
 * Sessions of agents in a shared table: web processes write signs of life, and workers decide by them which leases lapse.
 * The machines' clocks may differ, so all times are by PostgreSQL's clock.
 */
export interface SharedSessions {
  /**
   * Saves the sessions that `work` returns; it gets the agent's stored sessions and the time. Changes for the same agent
   * are serialised. Resolves to what was saved.
   */
  readonly change: (
    agent: string,
    work: (known: readonly Session[], now: Millis) => readonly Session[],
  ) => Promise<readonly Session[]>;
  readonly of: (agent: string) => Promise<readonly Session[]>;
}

/** The sessions that a worker reads, in one snapshot of the database. */
export interface SessionsSnapshot {
  readonly sessions: readonly Session[];
  /** Since when a web process that still runs has received all signs of life; undefined if none runs. */
  readonly since: Millis | undefined;
  /** The time of the snapshot. All times are by PostgreSQL's clock. */
  readonly now: Millis;
}
