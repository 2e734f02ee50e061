/** How far each task of a group is. */
import type { PullRequest } from "../../../handover/evidence.ts";
import type { Context, RuleInput } from "../../model/rule.ts";
import type { IssueRecord } from "../../model/snapshot.ts";
import type { View } from "../../model/view.ts";
import { currentAcceptance, handoverIn, handoversAtHome, isSameWork, workOf } from "../handovers.ts";
import { isMergeable } from "../mergeable.ts";
import { landingGroup } from "./group.ts";

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
  const repository = view.repositories.get(handover.seen.repositoryId);
  return isMergeable(handover, settings, repository) ? "mergeable" : "prepared";
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
  const settled = currentAcceptance(handover);
  const pull = handover.evidence?.pullRequest;
  if (settled?.commit === undefined) return "apart";
  // After a rebuild the pull requests of closed handovers are not read again.
  if (pull === undefined) return handover.persisted.landing ?? "accepted";
  if (pull.state === "merged") return "landed";
  if (pull.state === "closed") return settled.by === undefined ? "dropped" : "apart";
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
