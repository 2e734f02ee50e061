/** What our check run on a pull request says of the handover that reports it. */
import type { ReasonLines, TitledLine } from "./lines.ts";

export interface CheckData extends ReasonLines {
  readonly standing: /** Complete, and shown to be. */
    | "accepted"
    /** A maintainer accepted it, whatever was found. */
    | "overridden"
    /** Unfinished, and what it says was shown. */
    | "partial"
    | "changes needed"
    | "not shown"
    /** Nothing is against it, and it is not accepted: it was reopened. */
    | "verified"
    | "withdrawn"
    | "outdated"
    | "unreadable";
  /** `#26`. */
  readonly handover: string;
  readonly task: TitledLine | undefined;
  /** How far it came: `complete`, `partial`, … */
  readonly outcome: string;
  /** The whole hash of the commit that the check stands on. */
  readonly commit: string;
  /** `owner/repo` of the commit. */
  readonly home: string;
}

/** What our check run on a commit says of its settings file. */
export interface SettingsCheckData {
  readonly standing: "in force" | "waiting" | "unreadable";
  /** `#52`, where an admin is asked. */
  readonly issue: string | undefined;
  /** The commit whose settings hold; undefined for the defaults. */
  readonly inForce: string | undefined;
  readonly problem: string | undefined;
  /** `owner/repo` of the commits. */
  readonly home: string;
}
