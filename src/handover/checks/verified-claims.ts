/**
 * Checks the claims in *Verified* against check runs. Commit statuses do not count: anyone who can push can
 * set them.
 */
import type { Noted } from "../../protocol/section-values/noted.ts";
import { type Check, codeSpan, following, reason, type Subject, type VerdictReason } from "../check.ts";
import { checkOfClaim, wordsOfClaim } from "../claim-command.ts";
import type { CheckRun } from "../evidence.ts";
import { type InvariantStatus, invariantStatuses, standing, toConfirm, verifiers } from "../invariants.ts";
import { nameKey, runsOnHead, statusOfRun } from "../runs.ts";

export const verifiedClaims: Check = { name: "verified-claims", examine };

/** How many claims are checked; longer lists are not read by anyone. */
const maxClaims = 50;

/** The names of the check runs that would prove its claims. */
export function checksClaimed({ handover, policy }: Pick<Subject, "handover" | "policy">): readonly string[] {
  const names = namesIn(policy);
  return claimsOf({ handover }).flatMap(({ name }) => names.get(nameKey(name)) ?? [name, checkOfClaim(name)]);
}

/**
 * The claims that are still unproven and that `signalbox verify --run` may run: the settings list no check
 * run for them.
 */
export function claimsToRun(subject: ShownBy): readonly string[] {
  const open = claimsOf(subject).filter(
    (claim) =>
      mayBeRun(subject, claim) && partsOf(subject, claim).some(({ status }) => status === "unverified"),
  );
  return [...new Set(open.map(({ name }) => name))];
}

type ShownBy = Pick<Subject, "number" | "handover" | "evidence" | "policy" | "invariants">;
type Part = Pick<VerdictReason, "status" | "sentence">;

function claimsOf({ handover }: Pick<Subject, "handover">): readonly Noted[] {
  return handover.verified.slice(0, maxClaims);
}

function namesIn({ claims }: Subject["policy"]): ReadonlyMap<string, readonly string[]> {
  return new Map(Object.entries(claims).map(([claim, checks]) => [nameKey(claim), checks]));
}

function examine(subject: Subject): VerdictReason | undefined {
  const claims = claimsOf(subject);
  const head = subject.evidence.pullRequest?.headSha;
  if (claims.length === 0) return undefined;
  if (head === undefined)
    return reason(verifiedClaims.name, "unverified", "The verified claims cannot be tied to a commit.");
  const parts = claims.flatMap((claim) => partsOf(subject, claim));
  return following(verifiedClaims.name, parts, {
    passed: `Everything under "Verified" is confirmed by check runs on ${short(head)}.`,
    failed: 'A check contradicts a claim under "Verified".',
    unverified: `Not everything under "Verified" is confirmed by check runs on ${short(head)}.`,
  });
}

/**
 * Checks a claim against the check runs that the settings list for it; otherwise against one with its name,
 * one by `verify`, or an invariant.
 */
function partsOf(subject: ShownBy, { name }: Noted): readonly Part[] {
  const { evidence, policy } = subject;
  const runNamed = runsOnHead(evidence, policy);
  const mapped = namesIn(policy).get(nameKey(name));
  if (mapped !== undefined)
    return mapped.map((check) => {
      const by = nameKey(name) === nameKey(check) ? "" : ` (check run ${codeSpan(check)})`;
      return endedAs(name, by, runNamed(check)) ?? missing(name, by);
    });
  const runs = [runNamed(name), runByVerify(subject, name)].flatMap((run) => run ?? []);
  const run = ["failed", "passed", "unverified"].flatMap((wanted) =>
    runs.filter((each) => statusOfRun(each) === wanted),
  )[0];
  const ended = endedAs(name, "", run);
  if (ended !== undefined && ended.status !== "unverified") return [ended];
  const invariant = invariantOf(subject, name);
  if (invariant?.status === "passed")
    return [
      {
        status: "passed",
        sentence: `${codeSpan(name)}: the invariant ${codeSpan(invariant.name)} held${standing(invariant)}.`,
      },
    ];
  if (invariant?.unconfirmed !== undefined)
    return [{ status: "unverified", sentence: `${codeSpan(name)}: ${toConfirm(invariant.unconfirmed)}` }];
  return [ended ?? missing(name, "", advice(subject, name, invariant !== undefined))];
}

function endedAs(name: string, by: string, run: CheckRun | undefined): Part | undefined {
  if (run === undefined) return undefined;
  const { verify } = run;
  if (verify !== undefined) return { status: statusOfRun(run), sentence: sentenceOfVerify(name, verify) };
  const ended = run.conclusion === undefined ? "is still running" : `ended as ${codeSpan(run.conclusion)}`;
  return { status: statusOfRun(run), sentence: `${codeSpan(name)}${by}: the check run ${ended}.` };
}

function sentenceOfVerify(name: string, { holds, result, by }: NonNullable<CheckRun["verify"]>): string {
  const found = `${codeSpan(name)}: \`signalbox verify\` found that it ${holds ? "holds" : "fails"}`;
  return by === undefined ? `${found}. ${toConfirm(result)}` : `${found}, which ${codeSpan(by)} stands for.`;
}

function missing(name: string, by: string, fix = ""): Part {
  const sentence = `${codeSpan(name)} is under "Verified", but no check run confirms it${by}.${fix}`;
  return { status: "unverified", sentence };
}

function advice({ number, policy }: ShownBy, name: string, isInvariant: boolean): string {
  const verify = `signalbox verify ${number}`;
  if (isRestricted(policy, name)) return "";
  if (!isInvariant && wordsOfClaim(name) === undefined) return " Add it to CI under that name.";
  const command = codeSpan(isInvariant ? verify : `${verify} --run '${name}'`);
  return ` Add it to CI, or ask ${verifiers} to run ${command}.`;
}

/**
 * The check run that our App put on the commit for the claim. It does not count if the settings say whose run
 * of that name does.
 */
function runByVerify({ evidence, policy }: ShownBy, name: string): CheckRun | undefined {
  const head = evidence.pullRequest?.headSha;
  const isOurs = (run: CheckRun): boolean =>
    run.app === "signalbox" && run.headSha === head && run.name === checkOfClaim(name);
  return isRestricted(policy, name) ? undefined : evidence.checkRuns.find(isOurs);
}

function mayBeRun({ policy }: ShownBy, { name }: Noted): boolean {
  return !namesIn(policy).has(nameKey(name)) && !isRestricted(policy, name);
}

function isRestricted({ checks }: Subject["policy"], name: string): boolean {
  return Object.entries(checks).some(
    ([check, { app }]) => app !== "signalbox" && nameKey(check) === nameKey(name),
  );
}

/** The invariant with the claim's name or command. */
function invariantOf({ invariants, evidence, policy }: ShownBy, claim: string): InvariantStatus | undefined {
  const about = invariants.find(
    (each) =>
      nameKey(each.name) === nameKey(claim) || ("command" in each && each.command.join(" ") === claim.trim()),
  );
  return about && !isRestricted(policy, claim) ? invariantStatuses([about], evidence, policy)[0] : undefined;
}

function short(sha: string): string {
  return `\`${sha.slice(0, 7)}\``;
}
