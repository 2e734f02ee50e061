/** Whether the invariants that were run hold. Those of another commit, or that the settings no longer name, say nothing. */
import { type Check, counted, following, quoted, type Reason, type Subject } from "../check.ts";

export const invariantsHold: Check = { name: "invariants-hold", examine };

function examine({ evidence, invariants }: Subject): Reason | undefined {
  const head = evidence.pullRequest?.headSha;
  const names = new Set(invariants.map(({ name }) => name));
  const run = evidence.invariants.filter(({ name, headSha }) => headSha === head && names.has(name));
  if (run.length === 0) return undefined;
  const broken = run
    .filter(({ holds }) => !holds)
    .map(({ name }) => ({ standing: "failed", sentence: `${quoted(name)} does not hold.` }) as const);
  return following(invariantsHold.name, broken, {
    passed: `${counted(run.length, "invariant")} held.`,
    failed: "An invariant of the repository does not hold.",
  });
}
