/**
 * Which invariants hold at the head commit, according to check runs: one with the invariant's name, or one
 * for all of them. Read invariants from the default branch only: an author could otherwise choose them.
 */
import type { HandoverPolicy } from "../protocol/settings/handover-policy.ts";
import type { Invariant } from "../protocol/settings/invariant.ts";
import type { ReasonStatus } from "./check.ts";
import type { Evidence } from "./evidence.ts";
import { runsOnHead, statusOfRun } from "./runs.ts";

/** The check run for all invariants together. */
export const allInvariants = "signalbox/invariants";

export interface InvariantStatus {
  readonly name: string;
  readonly status: ReasonStatus;
  /**
   * Taken from the run for all of them: if that failed, at least one does not hold, and it may be another.
   */
  readonly isShared: boolean;
}

/** The state of each; `unverified` without a check run. */
export function invariantStatuses(
  invariants: readonly Invariant[],
  evidence: Evidence,
  policy: HandoverPolicy,
): readonly InvariantStatus[] {
  const runNamed = runsOnHead(evidence, policy);
  return invariants.map(({ name }) => {
    const own = runNamed(name);
    const run = own ?? runNamed(allInvariants);
    const status = run === undefined ? "unverified" : statusOfRun(run);
    return { name, status, isShared: own === undefined };
  });
}
