/** Whether the invariants that were run hold. Which have to be run is asked by the size of the change. */
import { type Check, counted, following, quoted, type Reason, type Subject } from "../check.ts";
import { invariantStandings } from "../invariants.ts";

export const invariantsHold: Check = { name: "invariants-hold", examine };

function examine({ evidence, invariants, policy }: Subject): Reason | undefined {
  const run = invariantStandings(invariants, evidence, policy).filter(
    ({ standing }) => standing !== "unverified",
  );
  if (run.length === 0) return undefined;
  const broken = run
    .filter(({ standing }) => standing === "failed")
    .map(({ name }) => ({ standing: "failed", sentence: `${quoted(name)} does not hold.` }) as const);
  return following(invariantsHold.name, broken, {
    passed: `${counted(run.length, "invariant")} held.`,
    failed: "An invariant of the repository does not hold.",
  });
}
