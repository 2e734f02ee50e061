/**
 * Reports failed check runs on the head commit that the handover leaves out. Checking only the claims is not
 * enough: a handover could claim just what passed.
 */
import { type Check, codeSpan, following, type Subject, type VerdictReason } from "../check.ts";
import { allInvariants } from "../invariants.ts";
import { pathMatcher } from "../paths.ts";
import { nameKey, runsOnHead, statusOfRun } from "../runs.ts";
import { checksClaimed } from "./verified-claims.ts";

export const failedRuns: Check = { name: "failed-runs", examine };

const maxNamed = 20;

function examine(subject: Subject): VerdictReason | undefined {
  const { evidence, invariants, policy } = subject;
  const runNamed = runsOnHead(evidence, policy);
  const isOptional = pathMatcher(policy.optional);
  const known = new Set(
    [...checksClaimed(subject), ...invariants.map(({ name }) => name), allInvariants].map(nameKey),
  );
  const names = new Map(evidence.checkRuns.map(({ name }) => [nameKey(name), name]));
  const parts = [...names].flatMap(([key, name]) => {
    const run = known.has(key) || isOptional(name) ? undefined : runNamed(name);
    if (run === undefined || statusOfRun(run) !== "failed") return [];
    return [
      {
        status: "unverified",
        sentence: `${codeSpan(name)} ended as ${codeSpan(run.conclusion ?? "")}, but "Verified" does not mention it.`,
      } as const,
    ];
  });
  if (parts.length === 0) return undefined;
  return following(failedRuns.name, parts.slice(0, maxNamed), {
    passed: "No other check failed.",
    unverified: 'A check that "Verified" does not mention failed.',
  });
}
