/**
 * Whether what is said to have passed did. A newcomer would take a commit's statuses as well; whoever may push can set
 * those, so only check runs show anything.
 */
import type { Noted } from "../../protocol/sorts/noted.ts";
import { type Check, following, quoted, type Reason, reason, type Subject } from "../check.ts";
import type { CheckRun } from "../evidence.ts";
import { nameKey, runsOnHead, standingOf } from "../runs.ts";

export const verifiedClaims: Check = { name: "verified-claims", examine };

/** Claims looked at; a handover with more is not read by anybody. */
const most = 50;

/** The names of the check runs that would show what it claims. */
export function checksClaimed({ handover, policy }: Pick<Subject, "handover" | "policy">): readonly string[] {
  const names = namesIn(policy);
  return handover.verified.slice(0, most).flatMap(({ name }) => names.get(nameKey(name)) ?? [name]);
}

function namesIn({ claims }: Subject["policy"]): ReadonlyMap<string, readonly string[]> {
  return new Map(Object.entries(claims).map(([claim, checks]) => [nameKey(claim), checks]));
}

function examine({ handover, evidence, policy }: Subject): Reason | undefined {
  const claims = handover.verified.slice(0, most);
  const head = evidence.pullRequest?.headSha;
  if (claims.length === 0) return undefined;
  if (head === undefined)
    return reason(verifiedClaims.name, "unverified", "What was verified cannot be tied to a commit.");
  const names = namesIn(policy);
  const runNamed = runsOnHead(evidence, policy);
  const parts = claims.flatMap((claim) =>
    (names.get(nameKey(claim.name)) ?? [claim.name]).map((check) =>
      held(claim, check, runNamed(check), head),
    ),
  );
  return following(verifiedClaims.name, parts, {
    passed: `Everything under "Verified" is shown by check runs on ${short(head)}.`,
    failed: 'A check contradicts what stands under "Verified".',
    unverified: `Not everything under "Verified" is shown by check runs on ${short(head)}.`,
  });
}

function held(
  { name }: Noted,
  check: string,
  run: CheckRun | undefined,
  head: string,
): Pick<Reason, "standing" | "sentence"> {
  const by = nameKey(name) === nameKey(check) ? "" : ` (check run ${quoted(check)})`;
  if (run === undefined)
    return {
      standing: "unverified",
      sentence: `${quoted(name)}${by}: no check run of that name on ${short(head)}.`,
    };
  const ended = run.conclusion === undefined ? "is still running" : `ended as ${quoted(run.conclusion)}`;
  return { standing: standingOf(run), sentence: `${quoted(name)}${by}: the check run ${ended}.` };
}

function short(sha: string): string {
  return `\`${sha.slice(0, 7)}\``;
}
