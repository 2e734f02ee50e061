/** Says why a merge queue gave a pull request up. */
import { codeSpan } from "./check.ts";

/** By GitHub's word: https://docs.github.com/en/webhooks/webhook-events-and-payloads?actionType=dequeued#pull_request */
const reasons: ReadonlyMap<string, string> = new Map([
  ["branch_protections", "a rule on the branch is not met"],
  ["ci_failure", "a required check failed on the merged commit"],
  ["ci_timeout", "a required check did not end in time"],
  ["git_tree_invalid", "its merged commit is not valid"],
  ["invalid_merge_commit", "its merged commit is not valid"],
  ["manual", "somebody took it out"],
  ["merge_conflict", "it conflicts with the base branch, or with one before it in the queue"],
  ["queue_cleared", "somebody cleared the queue"],
  ["roll_back", "the queue went back to an earlier state"],
]);

/** @param reason of any case; empty if GitHub gives none */
export function queueRemovalSentence(reason: string): string {
  const known = reasons.get(reason.toLowerCase());
  if (known !== undefined) return `The merge queue removed it: ${known}.`;
  const word = reason === "" ? "" : ` GitHub's reason is ${codeSpan(reason)}.`;
  return `The merge queue removed it.${word}`;
}
