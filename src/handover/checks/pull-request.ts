/** Whether there is exactly one pull request and it can be merged. Without one, no claim can be verified. */
import { formatRef } from "../../protocol/references/ref.ts";
import { type Check, codeSpan, reason, type Subject, type VerdictReason } from "../check.ts";
import type { PullRequest } from "../evidence.ts";
import { pathMatcher } from "../paths.ts";

export const pullRequest: Check = { name: "pull-request", examine };

function examine({ evidence, handover, policy }: Subject): VerdictReason | undefined {
  const found = evidence.pullRequest;
  if (found !== undefined) return standingOf(found, policy);
  if (handover.pullRequest !== undefined)
    return unverified(
      `"Pull request" refers to ${codeSpan(formatRef(handover.pullRequest))}, which does not exist in this repository.`,
    );
  if (evidence.candidates.length > 0) return ambiguous(evidence.candidates);
  if (handover.changes.length === 0) return undefined;
  return unverified(
    'No pull request was found. Enter it under "Pull request", or say in its body that it closes the task.',
  );
}

function standingOf(pull: PullRequest, policy: Subject["policy"]): VerdictReason {
  const { number, state, isDraft, isFork, hasConflicts, baseRef } = pull;
  const name = `#${number}`;
  if (state === "closed") return failed(`${name} was closed without being merged.`);
  if (state === "open" && hasConflicts)
    return failed(`${name} has conflicts with \`${baseRef}\`. Merge that branch into it and resolve them.`);
  if (state === "open" && hasConflicts === undefined)
    return unverified(
      `GitHub has not said yet whether ${name} merges into \`${baseRef}\` without conflicts.`,
    );
  if (state === "open" && isDraft) return unverified(`${name} is a draft. Mark it as ready for review.`);
  if (isAside(pull, policy)) {
    const fix = "Target the default branch, or add this one to `branches` in the settings.";
    return unverified(`${name} targets ${codeSpan(baseRef)}. ${fix}`);
  }
  return passed(`${name} is ${state}${isFork ? ", from a fork" : ""}.`);
}

/**
 * Whether the base is an untrusted branch: anyone with push access can create one against which any change
 * looks small.
 */
function isAside(
  { baseRef, defaultBranch = baseRef }: PullRequest,
  { branches }: Subject["policy"],
): boolean {
  return baseRef !== defaultBranch && !pathMatcher(branches)(baseRef);
}

function ambiguous(candidates: readonly number[]): VerdictReason {
  const names = candidates.slice(0, 10).map((number) => `#${number}`);
  return unverified(
    `Several pull requests could be meant: ${names.join(", ")}. Enter one under "Pull request".`,
  );
}

const passed = (sentence: string): VerdictReason => reason(pullRequest.name, "passed", sentence);
const failed = (sentence: string): VerdictReason => reason(pullRequest.name, "failed", sentence);
const unverified = (sentence: string): VerdictReason => reason(pullRequest.name, "unverified", sentence);
