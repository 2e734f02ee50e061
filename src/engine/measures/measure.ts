/** Defines the shape of a measure: a pure function of what happened in a week. */
import type { Millis } from "../../base/clock.ts";
import type { NodeId } from "../model/fact.ts";
import type { Moment, MomentType } from "./moment.ts";

/** From `from` until before `to`. */
export interface Period {
  readonly from: Millis;
  readonly to: Millis;
}

/** Who settled something, as the settings name accounts now. `default`: nobody decided by the deadline. */
export type Who = "coordinator" | "agent" | "person" | "default";

/** One week of the repositories asked about, and what its moments are connected with. */
export interface Week extends Period {
  readonly now: Millis;
  /** What happened in the week, by type. */
  readonly of: (type: MomentType) => readonly Moment[];
  /** All moments of an issue, whenever they were. */
  readonly ofIssue: (id: NodeId) => readonly Moment[];
  /** All moments that are about a task, by its name. */
  readonly aboutTask: (name: string) => readonly Moment[];
  readonly isAgent: (moment: Moment) => boolean;
  /** What only the ledger knows; absent where it does not reach back to the week. */
  readonly ledger: LedgerOfWeek | undefined;
}

export interface LedgerOfWeek {
  /** How far it reaches back. */
  readonly since: Millis;
  /** Whether an issue was ever marked as one whose text needs a fix. */
  readonly neededFix: (id: NodeId) => boolean;
  /** The leases that began in the week, each with the one before it on the same task, if there was one. */
  readonly leases: readonly LeaseBegun[];
}

export interface LeaseBegun {
  readonly issueId: NodeId;
  readonly holder: string;
  readonly at: Millis;
  readonly before: { readonly holder: string; readonly at: Millis } | undefined;
}

/** Absent: there is nothing to measure, or too little. Times are in milliseconds. */
export type Numbers = Readonly<Record<string, number | undefined>>;

export interface Measure {
  /** As in `--json`: lower case, with hyphens. */
  readonly name: string;
  readonly title: string;
  /** A sentence that says how it is worked out. */
  readonly formula: string;
  /** What the number called `main` should be. */
  readonly target?: { readonly is: "at least" | "at most" | "below"; readonly value: number };
  /** The number that stands for the measure in a chart: a share from 0 to 1, a time, or a count. */
  readonly main: string;
  readonly unit: "share" | "time" | "count";
  /** `records`: equal after a rebuild. `ledger`: known only as far as the ledger reaches back. */
  readonly source: "records" | "ledger";
  /** How many days later the figures of a week may still change. */
  readonly settlesAfterDays?: number;
  /** Undefined where the ledger does not reach back. */
  readonly numbers: (week: Week) => Numbers | undefined;
}
