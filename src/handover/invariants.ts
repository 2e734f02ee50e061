/**
 * Which invariants hold at the head commit, as check runs show it: one by an invariant's own name, or one for all of
 * them. A newcomer would read them from the branch of the handover; whoever hands over could then choose them.
 */
import type { HandoverPolicy } from "../protocol/handover-policy.ts";
import type { Invariant } from "../protocol/invariant.ts";
import type { Standing } from "./check.ts";
import type { Evidence } from "./evidence.ts";
import { runsOnHead, standingOf } from "./runs.ts";

/** The check run that stands for all invariants at once. */
export const allInvariants = "signalbox/invariants";

export interface InvariantStanding {
  readonly name: string;
  readonly standing: Standing;
  /** Shown by the run for all of them: where that failed, at least one of them does not hold, and it may be another. */
  readonly isShared: boolean;
}

/** How each stands; `unverified` where nothing shows it. */
export function invariantStandings(
  invariants: readonly Invariant[],
  evidence: Evidence,
  policy: HandoverPolicy,
): readonly InvariantStanding[] {
  const runNamed = runsOnHead(evidence, policy);
  return invariants.map(({ name }) => {
    const own = runNamed(name);
    const run = own ?? runNamed(allInvariants);
    const standing = run === undefined ? "unverified" : standingOf(run);
    return { name, standing, isShared: own === undefined };
  });
}
