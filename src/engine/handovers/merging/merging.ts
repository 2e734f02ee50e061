/**
 * Computes the merge state of an accepted handover's pull request. Do not ask a person as soon as GitHub says
 * `blocked`: it says so while checks run, too, and a missing review may be on its way.
 */
import { type Millis, toMinuteUtc } from "../../../base/clock.ts";
import { parseDuration } from "../../../base/duration.ts";
import { codeSpan } from "../../../handover/check.ts";
import { isOfStranger, type PullRequest } from "../../../handover/evidence.ts";
import { mergeBlockers } from "../../../handover/merge-blockers.ts";
import { queueRemovalSentence } from "../../../handover/queue-removal.ts";
import { hasRunning } from "../../../handover/runs.ts";
import { isAdmitted } from "../../admission/trust.ts";
import type { MergeEffect, OutcomeKey } from "../../model/keys/outcome-key.ts";
import type { MergeDecision } from "../../model/persisted-state.ts";
import type { RuleInput } from "../../model/rule.ts";
import { decidingHandover, gateResult } from "../gate.ts";
import {
  awaitsMerge,
  currentAcceptance,
  handoverState,
  isSameWork,
  mergeDecisionOn,
  workOf,
} from "../handovers.ts";
import { type LandingWait, landingWait } from "../landing/landing-wait.ts";
import { isMergeable, lockedWorkflow } from "../mergeable.ts";
import { restingSince } from "../resting-since.ts";
import { checkShown } from "../show-check.ts";

export type MergeProgress =
  | { readonly type: "due"; readonly effect: MergeEffect; readonly key: OutcomeKey }
  /**
   * Checks are running, or GitHub is still computing whether it can be merged, or it is in a merge queue, whose silence a
   * person is asked about from `askAt` on.
   */
  | { readonly type: "under way"; readonly askAt?: Millis }
  /** It lands together with other tasks, which are not ready. */
  | {
      readonly type: "landing";
      readonly reasons: readonly string[];
      /** What a person is asked about here, from `askAt` on; empty if it is nothing, or asked elsewhere. */
      readonly blockers: readonly string[];
      readonly askAt: Millis;
    }
  /** Nothing in progress would make it mergeable: a person is asked, from `askAt` on. */
  | { readonly type: "stuck"; readonly blockers: readonly string[]; readonly askAt: Millis };

/** Undefined if nothing is to be merged, as for a closed handover, which is finished or was withdrawn. */
export function mergeProgress(input: RuleInput): MergeProgress | undefined {
  const { record, context } = input;
  const { settings } = context;
  if (record.seen.issueState.state === "closed") return undefined;
  const { evidence } = record;
  const settled = currentAcceptance(record);
  const pull = evidence?.pullRequest;
  if (settled === undefined || evidence === undefined || pull === undefined || !isAdmitted(record))
    return undefined;
  if (!awaitsMerge(record, settings) || pull.state !== "open") return undefined;
  if (!isSameWork(settled, workOf(record))) return undefined;
  const decision = mergeDecisionOn(record, pull.headSha);
  if (pull.queue?.isIn === true) return progressInQueue(input, pull, decision);
  const graceMs = parseDuration(settings.deadlines.merge) ?? 0;
  const wait = landingWait(input, "mergeable");
  const askAt = Math.max(restingSince(record), wait.restingSince) + graceMs;
  const type = effectType(input);
  if (type !== "UpdateBranch" && wait.reasons.length > 0 && !isAloneInTheWay(input, type, pull))
    return { type: "landing", reasons: wait.reasons, ...askedAbout(wait, askAt, graceMs) };
  const removed = removedSince(pull, Math.max(settled.at, decision?.createdAt ?? 0));
  if (removed !== undefined) return { type: "stuck", blockers: [removed], askAt };
  const held = heldBy(input);
  if (held !== undefined) return { type: "stuck", blockers: [held], askAt };
  // An update that we push would be one more commit that no one named.
  if (type === "UpdateBranch" && isOfStranger(pull))
    return { type: "stuck", blockers: [`The fork is behind ${codeSpan(pull.baseRef)}.`], askAt };
  const workflow = lockedWorkflow(pull, input.view.repositories.get(record.seen.repositoryId));
  if (workflow !== undefined && pull.mergeState !== "unknown" && !hasRunning(evidence))
    return { type: "stuck", blockers: [workflowSentence(workflow)], askAt };
  if (type !== undefined) {
    const { number, headSha } = pull;
    return { type: "due", effect: { type, number, headSha }, key: mergeKey(type, headSha, decision) };
  }
  const blockers = isCheckComing(input) ? undefined : mergeBlockers(evidence);
  if (blockers === undefined) return { type: "under way" };
  return { type: "stuck", blockers, askAt };
}

/**
 * The longest that a queue waits for the checks of a group, by the rule's `check_response_timeout_minutes`
 * (https://docs.github.com/en/rest/repos/rules#create-a-repository-ruleset). A paused queue waits without end, and GitHub
 * tells nobody.
 */
const queueWaitMs = 360 * 60_000;

function progressInQueue(
  { context: { settings, now } }: RuleInput,
  { queue, baseRef }: PullRequest,
  decision: MergeDecision | undefined,
): MergeProgress {
  const since = queue?.since;
  if (since === undefined) return { type: "under way" };
  const graceMs = parseDuration(settings.deadlines.merge) ?? 0;
  const askAt = Math.max(since, decision?.createdAt ?? 0) + Math.max(queueWaitMs, graceMs);
  if (now < askAt) return { type: "under way", askAt };
  const blockers = [
    `It is in the merge queue of ${codeSpan(baseRef)} since ${toMinuteUtc(since)}, and was neither merged nor removed: the queue may be paused. Look at it there.`,
  ];
  return { type: "stuck", blockers, askAt };
}

/**
 * Whether our check on the commit is about to say something else. While it waits for others that land with this one,
 * it is itself what GitHub waits for.
 */
function isCheckComing(input: RuleInput): boolean {
  const { view, record } = input;
  const { pullRequest, ownCheck } = record.evidence ?? {};
  if (ownCheck === undefined || ownCheck.headSha !== pullRequest?.headSha) return false;
  const isRefused = (view.refusals.get(record.seen.id) ?? []).some(({ slot }) => slot.type === "check");
  return !isRefused && ownCheck.shows !== checkShown(input).shows;
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

/** A pause may end by itself; what else is in the way ends only if someone does something about it. */
function askedAbout(
  { obstacles, asksAboutObstacles }: LandingWait,
  askAt: Millis,
  graceMs: Millis,
): { readonly blockers: readonly string[]; readonly askAt: Millis } {
  const times = obstacles.map(({ obstacle }) =>
    obstacle.type === "paused" ? Math.max(askAt, (obstacle.since ?? 0) + graceMs) : 0,
  );
  const blockers = asksAboutObstacles ? obstacles.map(({ sentence }) => sentence) : [];
  return { blockers, askAt: Math.min(...times) };
}

/** A merge queue merges the base into what it tests, so nobody has to update a branch before. */
function effectType({ view, record, context: { settings } }: RuleInput): MergeEffect["type"] | undefined {
  const pull = record.evidence?.pullRequest;
  if (pull?.mergeState === "behind" && pull.queue === undefined) return "UpdateBranch";
  if (!isMergeable(record, settings, view.repositories.get(record.seen.repositoryId))) return undefined;
  return pull?.queue === undefined ? "MergePullRequest" : "EnqueuePullRequest";
}

function workflowSentence(path: string): string {
  return `It changes ${codeSpan(path)}, which the App may not merge: merge it by hand, or register an App with ${codeSpan("signalbox setup --with-contents --with-workflows")}.`;
}

/** A sentence, if the merge queue gave it up after the App last had reason to add it. */
function removedSince({ queue }: PullRequest, time: Millis): string | undefined {
  const removal = queue?.removal;
  return removal === undefined || removal.at <= time ? undefined : queueRemovalSentence(removal.reason);
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
