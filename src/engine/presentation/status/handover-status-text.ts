/** Builds the status of a handover: whether it was accepted, and each reason why or why not. */

import { hasRunning } from "../../../handover/runs.ts";
import type { HandoverStatusData } from "../../../protocol/text/status.ts";
import { openEscalations } from "../../escalations/escalation-state.ts";
import { mergeProblem } from "../../handovers/after-acceptance.ts";
import { confirmationsIn } from "../../handovers/confirmations.ts";
import {
  awaitsMerge,
  currentAcceptance,
  type HandoverState,
  handoverIn,
  handoverState,
  isEditedSince,
  mergeDecisionOn,
} from "../../handovers/handovers.ts";
import { landingWait } from "../../handovers/landing/landing-wait.ts";
import { type MergeProgress, mergeProgress } from "../../handovers/merging/merging.ts";
import { reasonLines, taskLine } from "../../handovers/reason-lines.ts";
import type { Settled } from "../../model/persisted-state.ts";
import type { RuleInput } from "../../model/rule.ts";
import type { IssueRecord } from "../../model/snapshot.ts";
import { recordOf } from "../../model/view.ts";
import { issueNameById, repositoryFullName } from "../../wording/issue-name.ts";
import { isTroubled, type StatusText, statusEnding } from "../../wording/status-parts.ts";

export function handoverStatusText(input: RuleInput): StatusText {
  const { record } = input;
  const handover = handoverIn(record);
  const state = handoverState(input);
  const verdict = "verdict" in state ? state.verdict : undefined;
  const settled = state.type === "accepted" ? state.settled : undefined;
  const pull = record.evidence?.pullRequest;
  const isUnproven = pull?.state === "open" && isReceivedUnproven(state, handover?.status);
  const problem = mergeProblem(record, input.context.settings);
  const data: HandoverStatusData = {
    task: taskLine(input),
    outcome: handover?.status ?? "",
    status: wordFor(state, record),
    acceptedBy: settled?.by?.login,
    because: settled?.because,
    policyRow: settled?.row,
    stoodFor: settled === undefined ? [] : stoodFor(input),
    awaitsMerge: isToBeMerged(input),
    mergeProblem: problem?.what,
    base: problem?.base,
    ...mergeData(input, settled),
    pullRequest: pull === undefined ? undefined : `#${pull.number}`,
    isMerged: pull?.state === "merged",
    commit: settled?.commit ?? pull?.headSha,
    home: repositoryFullName(input),
    isUnproven,
    ...reasonLines(settled === undefined || isUnproven ? (verdict?.reasons ?? []) : []),
    ...statusEnding(input),
  };
  const isNews = isTroubled(data) || asksForWork(state, record) || problem !== undefined;
  return { text: { name: "status-handover", data }, isNews };
}

/** Each once, in the order in which they did. */
function stoodFor({ view, record, context }: RuleInput): readonly string[] {
  const completes = handoverIn(record)?.completes;
  const task = completes && recordOf(view, record, completes);
  const { pullRequest, checkRuns = [] } = record.evidence ?? {};
  const found = checkRuns
    .filter(({ headSha }) => headSha === pullRequest?.headSha)
    .map(({ verify }) => verify?.result);
  const counting = confirmationsIn(view, { handover: record, task }, context);
  return [...new Set(counting.filter(({ result }) => found.includes(result)).map(({ by }) => by))];
}

/**
 * Unfinished work is received unchanged; its pull request passes the check only with claims that were shown.
 */
function isReceivedUnproven(state: HandoverState, status: string | undefined): boolean {
  if (state.type !== "accepted" || status === "complete") return false;
  const { settled, verdict } = state;
  return settled.by === undefined && verdict !== undefined && verdict.conclusion !== "neutral";
}

/** A closed one is finished, whatever becomes of its pull request. */
function isToBeMerged({ record, context }: RuleInput): boolean {
  const isOpen = record.seen.issueState.state === "open" && record.evidence?.pullRequest?.state !== "closed";
  return isOpen && awaitsMerge(record, context.settings);
}

function mergeData(
  input: RuleInput,
  settled: Settled | undefined,
): Pick<HandoverStatusData, "landingWaits" | "mergeBlockers" | "escalations" | "leftBy" | "leftBecause"> {
  const { view, record } = input;
  const state = mergeProgress(input);
  const decision = mergeDecisionOn(record, settled?.commit);
  const left = decision?.choice === "leave" ? decision : undefined;
  return {
    landingWaits: landingWaits(input, state),
    mergeBlockers: state?.type === "stuck" ? state.blockers : [],
    escalations: openEscalations(view, record.seen.id).map(({ seen }) => issueNameById(input, seen.id)),
    leftBy: left?.by.login,
    leftBecause: left?.because,
  };
}

/** Where people merge by hand, only our check holds the pull request back. */
function landingWaits(input: RuleInput, progress: MergeProgress | undefined): readonly string[] {
  if (progress?.type === "landing") return progress.reasons;
  const { record } = input;
  const isHeld = currentAcceptance(record) !== undefined && record.evidence?.pullRequest?.state === "open";
  const isWhole = handoverIn(record)?.status === "complete";
  return progress === undefined && isHeld && isWhole ? landingWait(input, "prepared").reasons : [];
}

function wordFor(state: HandoverState, record: IssueRecord): HandoverStatusData["status"] {
  if (state.type === "withdrawn" && isEditedSince(record)) return "outdated";
  if (state.type !== "judged") return state.type;
  return state.verdict.result === "verified" ? "disputed" : state.verdict.result;
}

/** While a check is running, missing evidence requires no action. */
function asksForWork(state: HandoverState, { evidence }: IssueRecord): boolean {
  if (state.type !== "judged") return false;
  if (state.verdict.result === "refused") return true;
  const isRunning = evidence !== undefined && hasRunning(evidence);
  return state.verdict.result === "unverified" && !isRunning;
}
