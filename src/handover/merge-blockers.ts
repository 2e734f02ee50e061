/**
 * Explains what keeps GitHub from merging a pull request, in sentences for people. GitHub's `blocked` is not
 * enough: it gives no reason, and is the same for a running check and a missing review.
 */
import { codeSpan, formatCount } from "./check.ts";
import type { Evidence, PullRequest } from "./evidence.ts";
import { hasRunning, statusOfRun } from "./runs.ts";

const maxNamed = 10;

/** Undefined while something is still running, so that no one has to act. */
export function mergeBlockers(evidence: Evidence): readonly string[] | undefined {
  const { pullRequest: pull } = evidence;
  if (pull === undefined || pull.mergeState === "unknown" || hasRunning(evidence)) return undefined;
  const found = [...inReview(pull), ...inChecks(evidence, pull)];
  if (pull.isDraft) found.unshift("It is a draft.");
  if (found.length > 0) return found;
  return pull.mergeState === "unstable"
    ? ["A non-required check has not succeeded."]
    : [`A rule on ${codeSpan(pull.baseRef)} is not met. GitHub does not report which.`];
}

function inReview({ baseRef, reviewDecision, unresolvedThreads = 0, codeOwners = [] }: PullRequest) {
  const open =
    unresolvedThreads > 0 ? [`${formatCount(unresolvedThreads, "unresolved review thread")}.`] : [];
  if (reviewDecision === "changes requested") return ["A reviewer requested changes.", ...open];
  if (reviewDecision !== "review required") return open;
  const owners = codeOwners.length === 0 ? "" : ` The code owners are ${joinNames(codeOwners)}.`;
  return [`A rule on ${codeSpan(baseRef)} requires a review.${owners}`, ...open];
}

function inChecks({ checkRuns }: Evidence, { headSha }: PullRequest): string[] {
  const failed = checkRuns.filter((run) => run.headSha === headSha && statusOfRun(run) === "failed");
  const names = [...new Set(failed.map(({ name }) => name))];
  return names.length === 0 ? [] : [`${joinNames(names)} did not succeed.`];
}

function joinNames(names: readonly string[]): string {
  const more = names.length - maxNamed;
  return `${names.slice(0, maxNamed).map(codeSpan).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
