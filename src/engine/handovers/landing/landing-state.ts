/** How far each task of a group is, and what the others wait for. */
import { unreachable } from "../../../base/errors.ts";
import { codeSpan } from "../../../handover/check.ts";
import type { PullRequest } from "../../../handover/evidence.ts";
import type { Context, RuleInput } from "../../model/rule.ts";
import type { IssueRecord } from "../../model/snapshot.ts";
import { recordOf, type View } from "../../model/view.ts";
import { issueNameById } from "../../wording/issue-name.ts";
import { currentAcceptance, handoverIn, handoversAtHome, isSameWork, workOf } from "../handovers.ts";
import { isMergeable } from "../mergeable.ts";
import { landingGroup, landingOrder, nameOf, type Unconfirmed } from "./group.ts";

export type LandingState =
  /** Nothing is accepted yet. */
  | "working"
  /** Accepted, but its pull request is behind its base, has conflicts, is a draft, or moved on. */
  | "accepted"
  /** Its pull request was closed without being merged, and no person accepted it so: nothing of it can land. */
  | "dropped"
  /** Accepted, and nothing of its own is in the way; GitHub may still wait for our check. */
  | "prepared"
  /** Prepared, and it would be merged now. */
  | "mergeable"
  /** Its pull request is merged. */
  | "landed"
  /** Complete with nothing to merge, or given up: the others do not wait for it. */
  | "apart";

/** The newest complete handover of a task that is open or accepted. */
export function landingHandover(view: View, task: IssueRecord): IssueRecord | undefined {
  return handoversAtHome(view, task).findLast(
    (record) =>
      handoverIn(record)?.status === "complete" &&
      (record.seen.issueState.state === "open" || currentAcceptance(record) !== undefined),
  );
}

type Around = Pick<RuleInput, "view"> & { readonly context: Pick<Context, "settings" | "settingsIn"> };

export function landingState({ view, context }: Around, task: IssueRecord): LandingState {
  const state = stateApartFromMerging(view, task);
  const handover = landingHandover(view, task);
  if (state !== "prepared" || handover === undefined) return state;
  const settings = context.settingsIn?.(task.seen.repositoryId) ?? context.settings;
  return isMergeable(handover, settings) ? "mergeable" : "prepared";
}

/** All that does not depend on settings. */
function stateApartFromMerging(view: View, task: IssueRecord): LandingState {
  const { issueState } = task.seen;
  if (issueState.state === "closed" && issueState.reason !== "completed") return "apart";
  const handover = landingHandover(view, task);
  if (handover !== undefined && currentAcceptance(handover) !== undefined) return acceptedState(handover);
  return issueState.state === "open" ? "working" : closedByHandState(handover);
}

/** A person who closes a task as completed does not say that its pull request is not needed. */
function closedByHandState(handover: IssueRecord | undefined): LandingState {
  const pull = handover?.evidence?.pullRequest;
  return pull === undefined ? "apart" : pullStates[pull.state];
}

const pullStates = { open: "working", closed: "dropped", merged: "landed" } as const;

function acceptedState(handover: IssueRecord): LandingState {
  const [settled, pull] = [currentAcceptance(handover), handover.evidence?.pullRequest];
  if (settled?.commit === undefined) return "apart";
  // After a rebuild the pull requests of closed handovers are not read again.
  if (pull === undefined) return handover.persisted.landing ?? "accepted";
  if (pull.state === "merged") return "landed";
  if (pull.state === "closed") return settled.override === undefined ? "dropped" : "apart";
  return isSameWork(settled, workOf(handover)) && isInOrder(pull) ? "prepared" : "accepted";
}

function isInOrder({ hasConflicts, isDraft, mergeState }: PullRequest): boolean {
  return hasConflicts === false && !isDraft && mergeState !== "behind";
}

/** Whether none of them is still to be merged. */
export function hasLandedWhole(view: View, members: readonly IssueRecord[]): boolean {
  return members.every((member) => ["landed", "apart"].includes(stateApartFromMerging(view, member)));
}

/** Whether a task is merged while others that land with it are not: what waits for it goes on waiting. */
export function isHalfLanded(view: View, task: IssueRecord): boolean {
  if (stateApartFromMerging(view, task) !== "landed") return false;
  return !hasLandedWhole(view, landingGroup(view, task).members);
}

/** What a handover's task waits for before it may land. */
export interface LandingWait {
  /** Sentences, one for each task that is not ready; empty if it may go on. */
  readonly reasons: readonly string[];
  /** The others that have landed, as they are named here. */
  readonly landed: readonly string[];
  /** How many land together, this one among them; 1 if it lands alone. */
  readonly size: number;
}

/**
 * @param wanted what the others have to be: `prepared` before our check lets GitHub merge, `mergeable` before we
 * merge. They are merged one after another: if one is refused, what comes after it is not merged either. Once one has
 * landed, the rest follows as each can.
 */
export function landingWait(input: RuleInput, wanted: "prepared" | "mergeable"): LandingWait {
  const { view, record } = input;
  const ref = handoverIn(record)?.completes;
  const task = ref && recordOf(view, record, ref);
  // Handovers elsewhere do not set the task's state.
  if (task === undefined || task.seen.repositoryId !== record.seen.repositoryId)
    return { reasons: [], landed: [], size: 1 };
  const { members, unconfirmed } = landingGroup(view, task);
  const order = landingOrder(members);
  const place = order.indexOf(task);
  const others = order
    .map((member, at) => ({ member, isFirst: at < place, state: landingState(input, member) }))
    .filter(({ member }) => member !== task);
  const landed = others.filter(({ state }) => state === "landed");
  const isUnderWay = landed.length > 0;
  const awaited = others.filter(({ isFirst }) => !isUnderWay || (isFirst && wanted === "mergeable"));
  const reasons = awaited.flatMap(({ member, isFirst, state }) =>
    sentenceFor(input, member, state, isFirst && wanted === "mergeable" ? "landed" : wanted),
  );
  const pending = isUnderWay ? [] : unconfirmed.map((each) => unconfirmedSentence(input, each));
  return {
    reasons: [...pending, ...reasons],
    landed: landed.map(({ member }) => issueNameById(input, member.seen.id)),
    size: members.length,
  };
}

function sentenceFor(
  input: RuleInput,
  member: IssueRecord,
  state: LandingState,
  wanted: "prepared" | "mergeable" | "landed",
): readonly string[] {
  const name = codeSpan(issueNameById(input, member.seen.id));
  switch (state) {
    case "working":
      return [`${name} has no accepted handover yet.`];
    case "accepted":
      return [
        `${name} is accepted, but its pull request is behind its base, has conflicts, or has changed since.`,
      ];
    case "dropped":
      return [
        `The pull request of ${name} was closed without being merged. Reopen it, or close the task as not planned to land without it.`,
      ];
    case "prepared":
      if (wanted === "prepared") return [];
      return [notYet(input, member, name)];
    case "mergeable":
      return wanted === "landed" ? [`${name} is merged first.`] : [];
    case "landed":
    case "apart":
      return [];
    default:
      return unreachable(state);
  }
}

function notYet({ view }: RuleInput, member: IssueRecord, name: string): string {
  const isUnstable = landingHandover(view, member)?.evidence?.pullRequest?.mergeState === "unstable";
  return isUnstable
    ? `A check of the pull request of ${name} has not succeeded, although no rule requires it.`
    : `GitHub does not allow the pull request of ${name} to be merged yet.`;
}

const section = codeSpan("Together with");

function unconfirmedSentence(input: RuleInput, found: Unconfirmed): string {
  const { view } = input;
  const { named } = found;
  if (named === undefined)
    return `${codeSpan(nameOf(view, found))}, under ${section}, cannot be found or read.`;
  const [name, by] = [named, found.by].map(({ seen }) => codeSpan(issueNameById(input, seen.id)));
  if (named.reading.kind !== "task") return `${name}, under ${section}, is not a task.`;
  return `${name} is in another repository and does not name ${by} under ${section} in turn.`;
}
