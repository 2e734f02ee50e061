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
 * Sessions that several processes hear of and others judge by. The machines' clocks may differ, so all times are by one
 * clock that they share.
 */
export interface SharedSessions {
  /**
   * Writes what `work` makes of the agent's sessions as they are at `now`. Changes to those of one agent come one after
   * another. Resolves to what was written.
   */
  readonly change: (
    agent: string,
    work: (known: readonly Session[], now: Millis) => readonly Session[],
  ) => Promise<readonly Session[]>;
  readonly of: (agent: string) => Promise<readonly Session[]>;
}

/** What a process that hears of no agent itself reads of them, all from one moment. */
export interface HeardElsewhere {
  readonly sessions: readonly Session[];
  /** Since when all that agents say is heard by a process that still runs; undefined if none does. */
  readonly since: Millis | undefined;
  /** That moment by the shared clock, as are all its times. */
  readonly now: Millis;
}
