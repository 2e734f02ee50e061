/**
 * What GitHub shows of the work that a handover reports, as values. A newcomer would take a check run's name for proof:
 * it counts only for the commit that it ran on.
 */
import type { Millis } from "../base/clock.ts";

export interface Evidence {
  /** Our clock when the read began. */
  readonly readAt: Millis;
  readonly pullRequest: PullRequest | undefined;
  /** Numbers of the pull requests that could be meant, where several could and none is named. */
  readonly candidates: readonly number[];
  /** The newest run of each check, as far as they could be read. */
  readonly checkRuns: readonly CheckRun[];
  /** Our own check run on the head commit. */
  readonly ownCheck: OwnCheck | undefined;
  /** Where a merge queue tries it. */
  readonly queued?: {
    /** The commit that the base would become, and its own check run of ours. */
    readonly headSha: string;
    readonly ownCheck: OwnCheck | undefined;
  };
}

/**
 * What GitHub makes of merging it now, in its words. `unstable`: the rules are met, and a check that none of them asks for
 * is not. `unknown`: it is still being worked out. What is neither of these is `blocked`.
 */
export type MergeState = "clean" | "behind" | "unstable" | "blocked" | "unknown";

export type ReviewDecision = "approved" | "changes requested" | "review required";

export interface PullRequest {
  readonly number: number;
  readonly headSha: string;
  readonly headRef: string;
  readonly baseRef: string;
  /** Of the repository; undefined where GitHub does not tell. */
  readonly defaultBranch?: string;
  readonly state: "open" | "merged" | "closed";
  readonly isDraft: boolean;
  readonly isFork: boolean;
  /** Of a fork: whether its owner has no write access here. Undefined where an earlier version read it. */
  readonly isOfStranger?: boolean;
  /** Login of the user who opened it. Undefined where GitHub does not tell, as of a deleted account. */
  readonly author?: string;
  /** `owner/name` of the repository that the head is in; undefined where that was deleted. */
  readonly headRepository?: string;
  /** The issues that its title and text name, as `refKey` writes them; undefined where an earlier version read it. */
  readonly named?: readonly string[];
  /** Whether git cannot merge it by itself. Undefined while GitHub is still working that out, which takes seconds. */
  readonly hasConflicts: boolean | undefined;
  readonly mergeState: MergeState;
  /** What reviews come to; undefined where no rule asks for any or GitHub does not tell. */
  readonly reviewDecision?: ReviewDecision;
  readonly files: readonly ChangedFile[];
  /** Whether `files` are all. GitHub lists 3,000 at most. */
  readonly hasAllFiles: boolean;
  /** Undefined where it could not be read. */
  readonly unresolvedThreads: number | undefined;
  /** Whose review CODEOWNERS asks for, as it writes them; empty where nobody's or where it could not be read. */
  readonly codeOwners?: readonly string[];
}

/** Whether somebody without write access can push to it. */
export function isOfStranger(pull: Pick<PullRequest, "isFork" | "isOfStranger">): boolean {
  return pull.isFork && pull.isOfStranger !== false;
}

export interface ChangedFile {
  readonly path: string;
  /** What it was called before, if it was renamed. */
  readonly previousPath?: string;
  readonly isRemoved: boolean;
  /** Lines added and removed. */
  readonly lines: number;
}

export interface CheckRun {
  readonly name: string;
  readonly headSha: string;
  /** GitHub's word; undefined while it runs. */
  readonly conclusion: string | undefined;
  readonly completedAt?: Millis;
  /** Number of the App that made it; `signalbox` where we did. Undefined where GitHub does not tell. */
  readonly app?: number | "signalbox";
}

export interface OwnCheck {
  readonly headSha: string;
  /** Names what it shows; undefined if it was changed since we wrote it. */
  readonly shows: string | undefined;
}

/** The evidence of which nothing was found. */
export function noEvidence(readAt: Millis): Evidence {
  return { readAt, pullRequest: undefined, candidates: [], checkRuns: [], ownCheck: undefined };
}
