/** Whether the invariants that were run hold. The size check says which ones have to be run. */
import { type Check, codeSpan, following, formatCount, type Subject, type VerdictReason } from "../check.ts";
import { allInvariants, invariantStatuses, standing } from "../invariants.ts";

export const invariantsHold: Check = { name: "invariants-hold", examine };

function examine({ evidence, invariants, policy }: Subject): VerdictReason | undefined {
  const run = invariantStatuses(invariants, evidence, policy).filter(({ status }) => status !== "unverified");
  if (run.length === 0) return undefined;
  const failed = run.filter(({ status }) => status === "failed");
  const broken = failed
    .filter(({ isShared }) => !isShared)
    .map(({ name }) => `The invariant ${codeSpan(name)} does not hold.`);
  if (failed.some(({ isShared }) => isShared))
    broken.push(`Not all invariants checked by ${codeSpan(allInvariants)} hold. Its summary says which.`);
  const parts = broken.map((sentence) => ({ status: "failed", sentence }) as const);
  const by = run.find((each) => each.by !== undefined) ?? {};
  return following(invariantsHold.name, parts, {
    passed: `${formatCount(run.length, "invariant")} held${standing(by)}.`,
    failed: "An invariant of the repository does not hold.",
  });
}
