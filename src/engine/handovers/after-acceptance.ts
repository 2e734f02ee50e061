/** Tells when accepted work cannot reach its base any more, although nothing withdraws the acceptance. */

import { unreachable } from "../../base/errors.ts";
import { codeSpan } from "../../handover/check.ts";
import type { Settings } from "../../protocol/settings/config.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { awaitsMerge, currentAcceptance, handoverIn } from "./handovers.ts";

export interface MergeProblem {
  readonly what: "conflicts" | "closed";
  /** Number of the pull request. */
  readonly number: number;
  /** Name of its base branch. */
  readonly base: string;
}

/**
 * What is in the way of the merge; undefined if nothing is known to be. Where we merge, the acceptance itself ends
 * instead, and the verdict says why.
 */
export function mergeProblem(record: IssueRecord, settings: Settings): MergeProblem | undefined {
  const settled = currentAcceptance(record);
  const pull = record.evidence?.pullRequest;
  if (settled === undefined || pull === undefined || handoverIn(record)?.status !== "complete")
    return undefined;
  if (awaitsMerge(record, settings)) return undefined;
  const { number, baseRef: base } = pull;
  if (pull.state === "open" && pull.hasConflicts === true) return { what: "conflicts", number, base };
  // By a word, a person accepted it as it was.
  if (pull.state === "closed" && settled.by === undefined) return { what: "closed", number, base };
  return undefined;
}

/** Sentences for the agent that handed over: what happened, and what to do. */
export function describeMergeProblem({ what, number, base }: MergeProblem): string {
  switch (what) {
    case "conflicts":
      return `Your handover was accepted, and #${number} has conflicts with ${codeSpan(base)} since. Resolve them and push.`;
    case "closed":
      return `Your handover was accepted, and #${number} was closed without being merged since, so ${codeSpan(base)} lacks the work. Reopen it.`;
    default:
      return unreachable(what);
  }
}
