/** The processes that share a database, as they tell of themselves, and how installations stand. */
import type { Millis } from "../../base/clock.ts";
import type { InstallationId } from "../../engine/model/fact.ts";

/** One that has not written its row for this long, three times in a row, counts as gone. */
export const aliveForMs = 15_000;

export interface OwnProcess {
  readonly id: string;
  readonly role: string;
  readonly release: string;
}

/** Times by a clock that all of them share. */
export interface KnownProcess extends OwnProcess {
  readonly startedAt: Millis;
  readonly seenAt: Millis;
  /** What it said of itself: JSON, perhaps of another release. */
  readonly says: string;
}

/** What the last process that served an installation said of it. */
export interface Standing {
  /** GitHub denies us access. */
  readonly isDenied: boolean;
  /** In how many repositories another installation leads. */
  readonly passive: number;
}

export interface Processes {
  /** The time by the clock that all of them share. */
  readonly now: () => Promise<Millis>;
  /** Writes that it runs, and what it says of itself. Call it every few seconds. */
  readonly seen: (own: OwnProcess, says: string) => Promise<void>;
  readonly ended: (id: string) => Promise<void>;
  /** Those that were seen lately, the oldest first. */
  readonly alive: () => Promise<readonly KnownProcess[]>;
  /** Of how many installations GitHub's limits hold up the work. */
  readonly limited: () => Promise<number>;
  /** Of installations that have repositories. */
  readonly standings: () => Promise<ReadonlyMap<InstallationId, Standing>>;
}
