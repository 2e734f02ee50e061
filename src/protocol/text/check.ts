/** Our check run on a pull request: the state of the handover that reports it. */
import type { ReasonLines, TitledLine } from "./lines.ts";

export interface CheckData extends ReasonLines {
  readonly status: /** Complete, with evidence for everything it claims. */
    | "accepted"
    /** A maintainer accepted it, regardless of the findings. */
    | "overridden"
    /** Accepted, and not merged before the tasks that land with it are ready. */
    | "lands together"
    /** Unfinished, and what it reports is proven. */
    | "partial"
    | "changes needed"
    | "not shown"
    /** There are no findings against it, but it is not accepted, because it was reopened. */
    | "verified"
    | "withdrawn"
    | "outdated"
    | "unreadable";
  /** `#26`. */
  readonly handover: string;
  readonly task: TitledLine | undefined;
  /** How complete the work is: `complete`, `partial`, … */
  readonly outcome: string;
  /** The full hash of the commit that the check run is on. */
  readonly commit: string;
  /** `owner/repo` of the commit. */
  readonly home: string;
}

/** Our check run on the head of a pull request: the files that others have locked. */
export interface LocksCheckData {
  /** `off`: the settings say that pull requests are not compared. */
  readonly status: "success" | "neutral" | "failure" | "action_required" | "off";
  readonly overlaps: readonly {
    readonly path: string;
    readonly glob: string;
    readonly holder: string;
    /** `#12`. */
    readonly issue: string;
  }[];
  /** How many overlaps are not listed. */
  readonly more: number;
  /** How many files were compared. */
  readonly seen: number;
  readonly isWhole: boolean;
  /** Whether its files wait until its author's share of GitHub's quota has room. */
  readonly isPutOff: boolean;
}

/** Our check run on a commit: the state of its settings file. */
export interface SettingsCheckData {
  readonly status: "in effect" | "waiting" | "unreadable";
  /** `#52`, the issue that asks an admin. */
  readonly issue: string | undefined;
  /** The commit whose settings are in effect; undefined for the defaults. */
  readonly effectiveCommit: string | undefined;
  readonly problem: string | undefined;
  /** Entries of the file that match no account, because they are logins. */
  readonly logins: readonly { readonly path: string; readonly login: string; readonly command: string }[];
  /** `owner/repo` of the commits. */
  readonly home: string;
}
