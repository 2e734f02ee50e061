/**
 * Whether what is said to have passed did, by the check runs of exactly the head commit. A newcomer would accept the
 * run of the commit before: a push makes another commit, and of that one nothing is known yet.
 */
import type { Noted } from "../../protocol/sorts/noted.ts";
import { type Check, following, quoted, type Reason, reason, type Standing, type Subject } from "../check.ts";
import type { CheckRun } from "../evidence.ts";

export const verifiedClaims: Check = { name: "verified-claims", examine };

/** Claims looked at; a handover with more is not read by anybody. */
const most = 50;

function examine({ handover, evidence, policy }: Subject): Reason | undefined {
  const claims = handover.verified.slice(0, most);
  const head = evidence.pullRequest?.headSha;
  if (claims.length === 0) return undefined;
  if (head === undefined)
    return reason(verifiedClaims.name, "unverified", "What was verified cannot be tied to a commit.");
  const names = new Map(Object.entries(policy.claims).map(([claim, checks]) => [key(claim), checks]));
  const runs = Map.groupBy(
    evidence.checkRuns.filter(({ headSha }) => headSha === head),
    ({ name }) => key(name),
  );
  const parts = claims.flatMap((claim) =>
    (names.get(key(claim.name)) ?? [claim.name]).map((check) =>
      held(claim, check, runs.get(key(check)) ?? [], head),
    ),
  );
  return following(verifiedClaims.name, parts, {
    passed: `Everything under *Verified* is shown by check runs on ${short(head)}.`,
    failed: `A check contradicts what stands under *Verified*.`,
    unverified: `Not everything under *Verified* is shown by check runs on ${short(head)}.`,
  });
}

/** Runs of several programs may share a name: the worst of them counts. */
function held(
  { name }: Noted,
  check: string,
  runs: readonly CheckRun[],
  head: string,
): Pick<Reason, "standing" | "sentence"> {
  const run = order.flatMap((standing) => runs.filter((each) => standingOf(each) === standing))[0];
  const by = key(name) === key(check) ? "" : ` (check run ${quoted(check)})`;
  if (run === undefined)
    return {
      standing: "unverified",
      sentence: `${quoted(name)}${by}: no check run of that name on ${short(head)}.`,
    };
  const ended = run.conclusion === undefined ? "is still running" : `ended as ${quoted(run.conclusion)}`;
  return { standing: standingOf(run), sentence: `${quoted(name)}${by}: the check run ${ended}.` };
}

const order: readonly Standing[] = ["failed", "unverified", "passed"];

function standingOf({ conclusion }: CheckRun): Standing {
  if (conclusion === "success") return "passed";
  return conclusion === undefined || conclusion === "neutral" || conclusion === "skipped"
    ? "unverified"
    : "failed";
}

function key(name: string): string {
  return name.trim().replace(/\s+/g, " ").toLowerCase();
}

function short(sha: string): string {
  return `\`${sha.slice(0, 7)}\``;
}
