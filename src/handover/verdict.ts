/**
 * Runs all checks on the evidence and derives the verdict with its reasons. Never store a verdict: it is
 * recomputed from the evidence, so that a push invalidates what was true for the commit before.
 */
import { type Check, reason, type Subject, type VerdictReason, worstOf } from "./check.ts";
import { changesMatchDiff } from "./checks/changes-match-diff.ts";
import { codeOwners } from "./checks/code-owners.ts";
import { failedRuns } from "./checks/failed-runs.ts";
import { forkHeld } from "./checks/fork-held.ts";
import { holder } from "./checks/holder.ts";
import { invariantsHold } from "./checks/invariants-hold.ts";
import { oneTask } from "./checks/one-task.ts";
import { pullRequest } from "./checks/pull-request.ts";
import { references } from "./checks/references.ts";
import { reviewThreads } from "./checks/review-threads.ts";
import { saysSomething } from "./checks/says-something.ts";
import { size } from "./checks/size.ts";
import { testsChanged } from "./checks/tests-changed.ts";
import { verifiedClaims } from "./checks/verified-claims.ts";

const checks: readonly Check[] = [
  saysSomething,
  references,
  holder,
  pullRequest,
  forkHeld,
  oneTask,
  changesMatchDiff,
  verifiedClaims,
  failedRuns,
  invariantsHold,
  size,
  reviewThreads,
  testsChanged,
  codeOwners,
];

export interface HandoverVerdict {
  /** `refused`: something is wrong. `unverified`: something it claims has no evidence. */
  readonly result: "verified" | "refused" | "unverified";
  /** The conclusion of our check run on the head commit, in GitHub's words. */
  readonly conclusion: "success" | "failure" | "action_required" | "neutral";
  readonly reasons: readonly VerdictReason[];
}

/** The verdict when a person rejects it, regardless of the evidence. */
export function refusedInSpite({ reasons }: HandoverVerdict, sentence: string): HandoverVerdict {
  const theirs = reason("person", "failed", sentence);
  return { result: "refused", conclusion: "failure", reasons: [theirs, ...reasons] };
}

/** An unfinished handover completes nothing, so it is accepted without evidence for its claims. */
export function verdictOn(subject: Subject): HandoverVerdict {
  const reasons = checks.flatMap((check) => check.examine(subject) ?? []);
  const worst = worstOf(reasons);
  const isWhole = subject.handover.status === "complete";
  if (worst === "failed") return { result: "refused", conclusion: "failure", reasons };
  if (worst === "unverified")
    return { result: isWhole ? "unverified" : "verified", conclusion: "action_required", reasons };
  return { result: "verified", conclusion: isWhole ? "success" : "neutral", reasons };
}
