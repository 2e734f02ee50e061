/**
 * Decides what our check says on a pull request, and for which handover. One pull request may serve several
 * tasks, so let one handover speak: otherwise the last to write would hide what another one lacks.
 */

import { reason, type VerdictReason, worstOf } from "../../handover/check.ts";
import type { CheckData } from "../../protocol/text/check.ts";
import { isAdmitted } from "../admission/trust.ts";
import type { CheckRunContent } from "../model/effect.ts";
import type { RuleInput } from "../model/rule.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { keyFrom, type View } from "../model/view.ts";
import { compareWords } from "../model/word-order.ts";
import {
  currentAcceptance,
  type HandoverState,
  handoverIn,
  handoverState,
  isEditedSince,
  isSameWork,
  workOf,
} from "./handovers.ts";
import { landingWait } from "./landing/landing-wait.ts";

export interface GateResult extends Pick<CheckRunContent, "conclusion"> {
  readonly status: CheckData["status"];
  readonly reasons: readonly VerdictReason[];
}

/**
 * An acceptance holds for its commit and base only; otherwise the verdict counts. Unfinished work is received
 * unproven and gets `neutral`, which lets GitHub merge it: only if its claims were shown or a person accepted
 * it.
 */
export function gateResult(input: RuleInput, state: HandoverState): GateResult {
  const { record } = input;
  const isWhole = handoverIn(record)?.status === "complete";
  if (state.type === "withdrawn") return needsAction(isEditedSince(record) ? "outdated" : "withdrawn");
  if (state.type === "accepted" && isSameWork(state.settled, workOf(record))) {
    const { settled, verdict } = state;
    const reasons = verdict?.reasons ?? [];
    const isOverridden = settled.by !== undefined;
    const waits = isWhole ? landingWait(input, "prepared").reasons : [];
    if (waits.length > 0)
      return {
        conclusion: "action_required",
        status: "lands together",
        reasons: waits.map((sentence) => reason("landing", "unverified", sentence)),
      };
    if (isWhole) return { conclusion: "success", status: isOverridden ? "overridden" : "accepted", reasons };
    if (isOverridden || verdict?.conclusion === "neutral")
      return { conclusion: "neutral", status: isOverridden ? "overridden" : "partial", reasons };
  }
  if (state.type === "waiting" || state.verdict === undefined) return needsAction("unreadable");
  const { conclusion, reasons } = state.verdict;
  const worst = worstOf(reasons);
  const status = worst === "failed" ? "changes needed" : worst === "unverified" ? "not shown" : "verified";
  return { conclusion, status, reasons };
}

function needsAction(status: GateResult["status"]): GateResult {
  return { conclusion: "action_required", status, reasons: [] };
}

/** Ordered by how much they block a merge, most first. */
const fromWorst: readonly CheckRunContent["conclusion"][] = [
  "failure",
  "action_required",
  "neutral",
  "success",
];

/**
 * Each task's newest handover counts, and of those the one with the worst conclusion: all have to pass.
 */
export function decidingHandover({ view, record, context }: RuleInput): IssueRecord {
  const newest = new Map(
    effectiveRivals(withoutOverruled(view, rivalsOf({ view, record, context }))).map((each) => [
      subjectKey(view, each),
      each,
    ]),
  );
  const ranked = [...newest.values()].map((each) => {
    const input = { view, record: each, context };
    const { conclusion } = gateResult(input, handoverState(input));
    return { each, rank: fromWorst.indexOf(conclusion) };
  });
  const [worst] = ranked.toSorted((a, b) => a.rank - b.rank || -byAge(a.each, b.each));
  return worst?.each ?? record;
}

/** Every handover of its pull request that counts, including itself, oldest first. */
function rivalsOf({ view, record }: RuleInput): readonly IssueRecord[] {
  const number = record.evidence?.pullRequest?.number;
  return [...view.records.values()]
    .filter(
      (each) =>
        each.seen.repositoryId === record.seen.repositoryId &&
        each.evidence?.pullRequest?.number === number &&
        (each === record || (handoverIn(each) !== undefined && isAdmitted(each))),
    )
    .toSorted(byAge);
}

/** What it hands over: a task, or nothing but itself while it names none. */
function subjectKey(view: View, record: IssueRecord): string {
  const task = handoverIn(record)?.completes;
  return task === undefined ? record.seen.id : keyFrom(view, record, task);
}

/**
 * Those that no accepted one followed, for the same task. An older one that was refused and left open would else decide
 * after the next push, as the newer one is closed and was accepted for the commit before.
 */
function withoutOverruled(view: View, rivals: readonly IssueRecord[]): readonly IssueRecord[] {
  return rivals.filter((each, at) =>
    rivals
      .slice(at + 1)
      .every(
        (newer) =>
          currentAcceptance(newer) === undefined || subjectKey(view, newer) !== subjectKey(view, each),
      ),
  );
}

/** The open ones and those accepted for the current work; if none, the accepted ones; if none, all. */
function effectiveRivals(rivals: readonly IssueRecord[]): readonly IssueRecord[] {
  const accepted = rivals.filter((each) => currentAcceptance(each) !== undefined);
  const present = rivals.filter(
    (each) =>
      each.seen.issueState.state === "open" ||
      (accepted.includes(each) && isSameWork(currentAcceptance(each), workOf(each))),
  );
  return [present, accepted, rivals].find((some) => some.length > 0) ?? [];
}

function byAge(a: IssueRecord, b: IssueRecord): number {
  return compareWords({ ...a.seen, at: a.seen.createdAt }, { ...b.seen, at: b.seen.createdAt });
}
