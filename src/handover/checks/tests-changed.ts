/**
 * Whether tests changed along with code. Advice only: a rename or a comment needs no test, and only people
 * can judge.
 */
import { type Check, reason, type Subject, type VerdictReason } from "../check.ts";
import { pathMatcher } from "../paths.ts";

export const testsChanged: Check = { name: "tests-changed", examine };

function examine({ evidence, policy }: Subject): VerdictReason | undefined {
  const files = evidence.pullRequest?.files ?? [];
  const isTest = pathMatcher(policy.tests);
  const isOther = pathMatcher([...policy.documentation, ...policy.generated]);
  const tests = files.filter(({ path }) => isTest(path));
  const code = files.filter(({ path, isRemoved }) => !isRemoved && !isTest(path) && !isOther(path));
  if (code.length === 0) return undefined;
  return tests.length > 0
    ? reason(testsChanged.name, "passed", "Tests changed with the code.")
    : reason(testsChanged.name, "advice", "Code changed but no tests did.");
}
