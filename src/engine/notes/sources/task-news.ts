/** Tells the holder of a task that nothing blocks it any more, or that a decision it works from was replaced. */
import type { Millis } from "../../../base/clock.ts";
import { isAdmitted } from "../../admission/trust.ts";
import type { Blocker } from "../../blocking/blocker.ts";
import { taskState } from "../../blocking/task-state.ts";
import { ownerOf } from "../../leases/holder.ts";
import { heardAt } from "../../leases/lapsing/silence.ts";
import { currentAcceptedAnswer } from "../../messages/question-state.ts";
import { unblockNoticesAmong } from "../../messages/unblock-notices.ts";
import { formatNoticeId, type NoticeId } from "../../model/keys/notice-id.ts";
import type { ProposedNote } from "../../model/note.ts";
import type { NoteSource, RuleInput } from "../../model/rule.ts";
import { changedDecisions } from "../../notices/changed-decisions.ts";
import { currentUnblocking } from "../../notices/unblocking.ts";

/** GitHub's times have steps of a second: what happened in the same one may have come before. */
const secondMs = 1_000;

/** Dropped once the holder does something about the task, and while it is blocked again. */
export const taskFree: NoteSource = {
  name: "task-free",
  notesOn: (input) => {
    const { view, record } = input;
    if (!isOpenTask(record)) return [];
    const { status, blockers, unresolved } = taskState(view, record);
    const unblocking = currentUnblocking(record, blockers);
    if (unblocking === undefined || unresolved.length > 0) return [];
    if (status === "blocked" || status === "in-review") return [];
    const at = timeOf(input, unblocking);
    const ended = endedBy(blockers, unblocking);
    return workersOn(input, at).map((to) => ({
      ...({ kind: "task-free", priority: "now" } as const),
      to,
      at,
      key: formatNoticeId(unblocking),
      text: `Nothing blocks it any more${ended === undefined ? "" : `: ${ended}`}`,
    }));
  },
};

export const decisionChanged: NoteSource = {
  name: "decision-changed",
  notesOn: (input) => {
    const { view, record } = input;
    if (!isOpenTask(record)) return [];
    return changedDecisions(view, taskState(view, record).blockers).flatMap(({ id, blocker }) => {
      const question = blocker.id === undefined ? undefined : view.records.get(blocker.id);
      const at = question && currentAcceptedAnswer(question)?.at;
      if (at === undefined) return [];
      return workersOn(input, at).map(
        (to): ProposedNote => ({
          ...({ kind: "decision-changed", priority: "now" } as const),
          to,
          at,
          key: formatNoticeId(id),
          refs: [blocker.name],
          text: `A person changed the decision of ${blocker.name}: ${blocker.decision ?? ""}`,
        }),
      );
    });
  },
};

function isOpenTask(record: RuleInput["record"]): boolean {
  return record.reading.kind === "task" && record.seen.issueState.state === "open" && isAdmitted(record);
}

/** The agents that hold it or are assigned to it, unless they have been heard from since. */
function workersOn(input: RuleInput, since: Millis): readonly string[] {
  const { record, context } = input;
  const { lease } = record.persisted;
  if (lease === undefined)
    return record.seen.assignees.flatMap((assignee) => ownerOf(assignee, context)?.agent ?? []);
  const { agent } = lease.holder;
  return agent === undefined || heardAt(input, lease) >= since + secondMs ? [] : [agent];
}

/** A removed dependency leaves no time on GitHub, except for that of our notice. */
function timeOf({ record, context }: RuleInput, unblocking: NoticeId): Millis {
  if (unblocking.type === "resolved") return unblocking.at;
  const notices = unblockNoticesAmong(record.seen.own).map(({ createdAt }) => createdAt);
  return notices.length === 0 ? context.now : Math.max(...notices);
}

function endedBy(blockers: readonly Blocker[], unblocking: NoticeId): string | undefined {
  const last =
    unblocking.type === "resolved" ? blockers.find(({ id }) => id === unblocking.blockerId) : undefined;
  if (last === undefined) return undefined;
  if (last.verdict === "withdrawn") return `${last.name} was withdrawn.`;
  return last.decision === undefined
    ? `${last.name} was completed.`
    : `${last.name} was answered: ${last.decision}`;
}
