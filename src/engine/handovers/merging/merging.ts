/**
 * Computes the merge state of an accepted handover's pull request. Do not ask a person as soon as GitHub says
 * `blocked`: it says so while checks run, too, and a missing review may be on its way.
 */
import type { Millis } from "../../../base/clock.ts";
import { parseDuration } from "../../../base/duration.ts";
import { codeSpan } from "../../../handover/check.ts";
import { type Evidence, isOfStranger, type PullRequest } from "../../../handover/evidence.ts";
import { mergeBlockers } from "../../../handover/merge-blockers.ts";
import type { Settings } from "../../../protocol/settings/config.ts";
import { isAdmitted } from "../../admission/trust.ts";
import type { MergeEffect, OutcomeKey } from "../../model/keys/outcome-key.ts";
import type { MergeDecision, Settled } from "../../model/persisted-state.ts";
import type { RuleInput } from "../../model/rule.ts";
import type { IssueRecord } from "../../model/snapshot.ts";
import { decidingHandover, gateResult } from "../gate.ts";
import {
  awaitsMerge,
  currentAcceptance,
  handoverState,
  isSameWork,
  mergeDecisionOn,
  workOf,
} from "../handovers.ts";
import { landingWait } from "../landing/landing-state.ts";
import { isMergeable } from "../mergeable.ts";

export type MergeProgress =
  | { readonly type: "due"; readonly effect: MergeEffect; readonly key: OutcomeKey }
  /** Checks are running, or GitHub is still computing whether it can be merged. */
  | { readonly type: "under way" }
  /** It lands together with other tasks, which are not ready. */
  | { readonly type: "landing"; readonly reasons: readonly string[] }
  /** Nothing in progress would make it mergeable: a person is asked, from `askAt` on. */
  | { readonly type: "stuck"; readonly blockers: readonly string[]; readonly askAt: Millis };

/** Undefined if nothing is to be merged, as for a closed handover, which is finished or was withdrawn. */
export function mergeProgress(input: RuleInput): MergeProgress | undefined {
  const { record, context } = input;
  const { settings } = context;
  if (record.seen.issueState.state === "closed") return undefined;
  const { evidence } = record;
  const [settled, pull] = [currentAcceptance(record), evidence?.pullRequest];
  if (settled === undefined || evidence === undefined || pull === undefined || !isAdmitted(record))
    return undefined;
  if (!awaitsMerge(record, settings) || pull.state !== "open") return undefined;
  if (!isSameWork(settled, workOf(record))) return undefined;
  const decision = mergeDecisionOn(record, pull.headSha);
  const graceMs = parseDuration(settings.deadlines.merge) ?? 0;
  const askAt = restingSince(settled, evidence) + graceMs;
  const type = effectType(record, settings);
  const { reasons } = landingWait(input, "mergeable");
  if (type !== "UpdateBranch" && reasons.length > 0 && !isAloneInTheWay(input, type, pull))
    return { type: "landing", reasons };
  const held = heldBy(input);
  if (held !== undefined) return { type: "stuck", blockers: [held], askAt };
  // An update that we push would be one more commit that no one named.
  if (type === "UpdateBranch" && isOfStranger(pull))
    return { type: "stuck", blockers: [`The fork is behind ${codeSpan(pull.baseRef)}.`], askAt };
  if (type !== undefined) {
    const { number, headSha } = pull;
    return { type: "due", effect: { type, number, headSha }, key: mergeKey(type, headSha, decision) };
  }
  const blockers = mergeBlockers(evidence);
  if (blockers === undefined) return { type: "under way" };
  return { type: "stuck", blockers, askAt };
}

/** Each handover of a pull request has to hold before it is merged for one of them. */
function heldBy(input: RuleInput): string | undefined {
  const speaker = decidingHandover(input);
  if (speaker.seen.id === input.record.seen.id) return undefined;
  const theirs = { ...input, record: speaker };
  const { conclusion } = gateResult(theirs, handoverState(theirs));
  if (conclusion === "success" || conclusion === "neutral") return undefined;
  return `Another handover of it, ${codeSpan(`#${speaker.seen.number}`)}, is not accepted in its current state.`;
}

/**
 * Whether its group is ready but for it: then it is this pull request that a person has to look at, and not the
 * others.
 */
function isAloneInTheWay(
  input: RuleInput,
  type: MergeEffect["type"] | undefined,
  { mergeState }: PullRequest,
): boolean {
  if (type !== undefined || mergeState === "unknown") return false;
  return landingWait(input, "prepared").reasons.length === 0;
}

function effectType(record: IssueRecord, settings: Settings): MergeEffect["type"] | undefined {
  if (record.evidence?.pullRequest?.mergeState === "behind") return "UpdateBranch";
  return isMergeable(record, settings) ? "MergePullRequest" : undefined;
}

/** A refused key is not tried again: a person who says "try again" gives it a new one. */
function mergeKey(
  how: MergeEffect["type"],
  headSha: string,
  decision: MergeDecision | undefined,
): OutcomeKey {
  const after = decision === undefined ? {} : { after: decision.escalation };
  return { type: "merge", how, headSha, ...after };
}

/** Since the later of its acceptance and the end of the last check on its commit. */
function restingSince({ at = 0, commit }: Settled, { checkRuns }: Evidence): Millis {
  const ends = checkRuns.flatMap(({ headSha, completedAt }) =>
    headSha === commit ? (completedAt ?? []) : [],
  );
  return Math.max(at, ...ends);
}
