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

/** How each stands; `unverified` where nothing shows it. */
export function invariantStandings(
  invariants: readonly Invariant[],
  evidence: Evidence,
  policy: HandoverPolicy,
): readonly { readonly name: string; readonly standing: Standing }[] {
  const runNamed = runsOnHead(evidence, policy);
  return invariants.map(({ name }) => {
    const run = runNamed(name) ?? runNamed(allInvariants);
    return { name, standing: run === undefined ? "unverified" : standingOf(run) };
  });
}
