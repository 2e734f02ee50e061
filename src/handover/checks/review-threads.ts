/** Whether all review threads are resolved. Unreadable threads never count as resolved. */
import { type Check, formatCount, reason, type Subject, type VerdictReason } from "../check.ts";

export const reviewThreads: Check = { name: "review-threads", examine };

function examine({ evidence: { pullRequest } }: Subject): VerdictReason | undefined {
  const open = pullRequest?.unresolvedThreads;
  if (open === undefined || pullRequest?.state !== "open") return undefined;
  if (open === 0) return reason(reviewThreads.name, "passed", "No review thread is open.");
  return reason(reviewThreads.name, "unverified", `${formatCount(open, "unresolved review thread")}.`);
}
