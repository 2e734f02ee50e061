/** What operations read of a vote: who said what, and what it still needs. */
import type { Millis } from "../../base/clock.ts";

export interface PollSeen {
  readonly options: readonly {
    /** As commands name it, from 1. */
    readonly number: number;
    readonly text: string;
    /** Names of agents and logins. */
    readonly voters: readonly string[];
  }[];
  /** How many votes an option needs; absent if no one can vote. */
  readonly needed?: number | undefined;
  /** Those who may vote and have not; people who may vote without being named are not among them. */
  readonly missing: readonly string[];
  /** Those who could vote when it began and no longer can. */
  readonly left: readonly string[];
  readonly endsAt: Millis;
}
