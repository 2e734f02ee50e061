/**
 * Compares what a handover is about to say with what GitHub shows of its pull request, before it is opened. What may
 * still change by itself, such as a check that runs, is left to the verdict.
 */
import type { Handover } from "../protocol/kinds/handover.ts";
import type { HandoverPolicy } from "../protocol/settings/handover-policy.ts";
import type { Check, Subject, VerdictReason } from "./check.ts";
import { changesMatchDiff } from "./checks/changes-match-diff.ts";
import { failedRuns } from "./checks/failed-runs.ts";
import { pullRequest } from "./checks/pull-request.ts";
import { verifiedClaims } from "./checks/verified-claims.ts";
import type { Evidence } from "./evidence.ts";

export interface WorkSeen {
  readonly evidence: Evidence;
  /** From the settings of the default branch. */
  readonly policy: HandoverPolicy;
}

/** Complete sentences in Markdown. */
export interface WorkCompared {
  /** What the verdict would refuse. */
  readonly contradictions: readonly string[];
  /** What would keep it from being accepted for now. */
  readonly remarks: readonly string[];
}

export function compareWork(handover: Handover, { evidence, policy }: WorkSeen): WorkCompared {
  const subject: Subject = {
    number: 0,
    handover,
    evidence,
    policy,
    references: [],
    completedInstead: [],
    invariants: [],
  };
  const found = (check: Check): readonly VerdictReason[] => {
    const reason = check.examine(subject);
    return reason === undefined ? [] : reason.parts.length > 0 ? reason.parts : [reason];
  };
  const all = [pullRequest, changesMatchDiff, verifiedClaims, failedRuns].flatMap(found);
  // A claim without a check run may get one: by CI, or by `signalbox verify`.
  const held = [pullRequest, failedRuns].flatMap(found);
  return {
    contradictions: sentencesWith("failed", all),
    remarks: sentencesWith("unverified", held),
  };
}

function sentencesWith(
  wanted: VerdictReason["status"],
  reasons: readonly VerdictReason[],
): readonly string[] {
  return reasons.flatMap(({ status, sentence }) => (status === wanted ? [sentence] : []));
}
