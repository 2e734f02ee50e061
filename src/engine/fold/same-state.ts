/** Compares the states of issues as dependencies show them: whether one was reopened is not among that. */
import type { IssueState } from "../model/fact.ts";

export function isSameState(a: IssueState, b: IssueState): boolean {
  if (a.state === "closed") return b.state === "closed" && a.reason === b.reason;
  return b.state === "open";
}
