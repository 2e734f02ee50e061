/** The processes that share a database, and the status of each installation as its last owner reported it. */
import type { Millis } from "../../base/clock.ts";
import type { InstallationId } from "../../engine/model/fact.ts";

/** A process that has not updated its row for this long, three heartbeats, counts as stopped. */
export const aliveForMs = 15_000;

export interface OwnProcess {
  readonly id: string;
  readonly role: string;
  readonly release: string;
}

/** Times are by PostgreSQL's clock. */
export interface KnownProcess extends OwnProcess {
  readonly startedAt: Millis;
  readonly seenAt: Millis;
  /** JSON written by the process, perhaps in the format of another release. */
  readonly report: string;
}

/** Reported by the last worker that owned the installation. */
export interface InstallationStatus {
  /** GitHub denies us access. */
  readonly isDenied: boolean;
  /** The number of repositories in which another installation is the leader. */
  readonly passive: number;
}

/** Installations that GitHub told to wait, or that have created as many comments within the hour as GitHub allows. */
export interface Limited {
  readonly installations: number;
  /** When the last of them may go on, by PostgreSQL's clock; undefined if there is none. */
  readonly until: Millis | undefined;
}

export interface Processes {
  /** The time by PostgreSQL's clock. */
  readonly now: () => Promise<Millis>;
  /** Writes the heartbeat of a process. Call it every few seconds. */
  readonly saveHeartbeat: (own: OwnProcess, report: string) => Promise<void>;
  readonly remove: (id: string) => Promise<void>;
  /** Processes with a recent heartbeat, the oldest process first. */
  readonly alive: () => Promise<readonly KnownProcess[]>;
  /** The installations whose work waits for a limit of GitHub. */
  readonly limited: () => Promise<Limited>;
  /** Leaves out installations without repositories. */
  readonly installationStatuses: () => Promise<ReadonlyMap<InstallationId, InstallationStatus>>;
}
