/**
 * Has the others of a group looked at when one of its tasks gets further. What was announced is kept, or two
 * repositories would request refreshes of each other without end.
 */
import {
  type DelayedRefresh,
  nothing,
  type RuleInput,
  refreshSelf,
  type StateRule,
} from "../../model/rule.ts";
import type { IssueRecord } from "../../model/snapshot.ts";
import { recordOf, type View } from "../../model/view.ts";
import { handoverIn } from "../handovers.ts";
import { landingGroup } from "./group.ts";
import { hasLandedWhole, type LandingState, landingHandover, landingState } from "./landing-state.ts";

export const announceLanding: StateRule = { name: "announce-landing", updateState };

function updateState({ view, record, context }: RuleInput) {
  if (record.evidence === undefined) return nothing;
  const ref = handoverIn(record)?.completes;
  const task = ref && recordOf(view, record, ref);
  if (task === undefined || landingHandover(view, task)?.seen.id !== record.seen.id) return nothing;
  const { members } = landingGroup(view, task);
  const state = announced(landingState({ view, context }, task));
  if (members.length < 2 || record.persisted.landing === state) return nothing;
  const others = members.filter(({ seen }) => seen.id !== task.seen.id);
  return {
    persisted: { ...record.persisted, landing: state },
    refreshes: [
      ...others.flatMap((other) => [landingHandover(view, other) ?? [], other].flat()).map(refreshWith),
      ...(hasLandedWhole(view, members) ? [refreshWith(task), ...members.flatMap(dependentsOf(view))] : []),
    ],
  };
}

/** A marker with a word that an earlier release does not know would lose it everything else, too. */
function announced(state: LandingState): NonNullable<IssueRecord["persisted"]["landing"]> {
  return state === "dropped" ? "accepted" : state;
}

const because = "A task that lands together with it got further.";

function refreshWith(record: IssueRecord): DelayedRefresh {
  return { ...refreshSelf(record, 0, because), unlessRead: true };
}

function dependentsOf(view: View): (member: IssueRecord) => readonly DelayedRefresh[] {
  return ({ seen }) =>
    seen.blocking.issues
      .filter(
        ({ repositoryId, issueState }) => view.repositories.has(repositoryId) && issueState.state === "open",
      )
      .map(({ id, repositoryId }) => ({
        id,
        repositoryId,
        afterMs: 0,
        because: "All that lands together with its blocker has landed.",
      }));
}
