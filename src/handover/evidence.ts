/**
 * What GitHub shows of the work that a handover reports. A check run proves something only for the commit
 * that it ran on.
 */
import type { Millis } from "../base/clock.ts";

export interface Evidence {
  /** Our clock when the read began. */
  readonly readAt: Millis;
  readonly pullRequest: PullRequest | undefined;
  /** Numbers of the possible pull requests, if there are several and the handover names none. */
  readonly candidates: readonly number[];
  /** The newest run of each check that could be read. */
  readonly checkRuns: readonly CheckRun[];
  /** Our own check run on the head commit. */
  readonly ownCheck: OwnCheck | undefined;
  /** Set while a merge queue tests it. */
  readonly queued?: {
    /** The commit that the base would become, and our check run on it. */
    readonly headSha: string;
    readonly ownCheck: OwnCheck | undefined;
    /** The pull requests before it in the queue, which that commit merges too. */
    readonly ahead: readonly number[];
    /** Those after it, whose commits merge this one. */
    readonly behind: readonly number[];
  };
}

/**
 * Whether GitHub would merge it now, in GitHub's words. `unstable`: the rules are met, but a check that is
 * not required has not passed. `unknown`: still being computed. Everything else that prevents a merge is
 * `blocked`.
 */
export type MergeState = "clean" | "behind" | "unstable" | "blocked" | "unknown";

/** How a pull request stands with the merge queue of its base branch. */
export interface QueuePlace {
  readonly isIn: boolean;
  /** Since when it is in the queue. */
  readonly since?: Millis;
  /** When it last left the queue without being merged, and why, in GitHub's word, such as `CI_FAILURE`. */
  readonly removal?: { readonly at: Millis; readonly reason: string };
}

export type ReviewDecision = "approved" | "changes requested" | "review required";

export interface PullRequest {
  readonly number: number;
  readonly headSha: string;
  readonly headRef: string;
  readonly baseRef: string;
  /** The setting of the repository; undefined if GitHub does not say. */
  readonly defaultBranch?: string;
  readonly state: "open" | "merged" | "closed";
  readonly isDraft: boolean;
  readonly isFork: boolean;
  /** For a fork: whether its owner has no write access here. Undefined if an earlier version read it. */
  readonly isOfStranger?: boolean;
  /** The login of the user who opened it. Undefined if GitHub does not say, as for a deleted account. */
  readonly author?: string;
  /** `owner/name` of the head's repository; undefined if it was deleted. */
  readonly headRepository?: string;
  /**
   * The issues that its title and text name, as `refKey` writes them; undefined if an earlier version read
   * it.
   */
  readonly named?: readonly string[];
  /** Whether a merge has conflicts. Undefined while GitHub computes it, which takes seconds. */
  readonly hasConflicts: boolean | undefined;
  readonly mergeState: MergeState;
  /** Undefined if the base branch has no merge queue, or GitHub does not say. */
  readonly queue?: QueuePlace;
  /** The result of the reviews; undefined if no rule requires any or GitHub does not say. */
  readonly reviewDecision?: ReviewDecision;
  readonly files: readonly ChangedFile[];
  /** Whether `files` is complete. GitHub lists at most 3,000. */
  readonly hasAllFiles: boolean;
  /** Undefined if it could not be read. */
  readonly unresolvedThreads: number | undefined;
  /**
   * The owners of the changed paths as CODEOWNERS writes them; empty if there are none or the file could not
   * be read.
   */
  readonly codeOwners?: readonly string[];
}

/** Whether a user without write access can push to it. */
export function isOfStranger(pull: Pick<PullRequest, "isFork" | "isOfStranger">): boolean {
  return pull.isFork && pull.isOfStranger !== false;
}

export interface ChangedFile {
  readonly path: string;
  /** The name before a rename. */
  readonly previousPath?: string;
  readonly isRemoved: boolean;
  /** Lines added and removed. */
  readonly lines: number;
}

export interface CheckRun {
  readonly name: string;
  readonly headSha: string;
  /** GitHub's conclusion; undefined while it runs. */
  readonly conclusion: string | undefined;
  readonly completedAt?: Millis;
  /** The id of the App that created it; `signalbox` for our own. Undefined if GitHub does not say. */
  readonly app?: number | "signalbox";
  /** Set for what `signalbox verify` found, whose conclusion then says nothing by itself. */
  readonly verify?: {
    /** Identifies the whole result, of which the run may show one part: SHA-256 in hex. */
    readonly result: string;
    readonly holds: boolean;
    /** The login that stands for it; absent until somebody does. */
    readonly by?: string;
  };
}

export interface OwnCheck {
  readonly headSha: string;
  /** Identifies what it shows; undefined if it was changed after we wrote it. */
  readonly shows: string | undefined;
}

/** The evidence when nothing was found. */
export function noEvidence(readAt: Millis): Evidence {
  return { readAt, pullRequest: undefined, candidates: [], checkRuns: [], ownCheck: undefined };
}
