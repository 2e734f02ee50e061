/** Gives an open task exactly one status label, and one that is closed, or is being closed, none. */

import { isAdmitted } from "../admission/trust.ts";
import { completionOf } from "../handovers/completion.ts";
import { nothing, type ProjectionRule, type ProposedLabel, type RuleInput } from "../model/rule.ts";
import { stateInWords } from "./blocking-reasons.ts";
import { type TaskState, type TaskStatus, taskState } from "./task-state.ts";

export const showTaskStatus: ProjectionRule = { name: "show-task-status", project };

const statuses: readonly TaskStatus[] = ["blocked", "ready", "in-progress", "in-review"];

function project(input: RuleInput) {
  const { view, record } = input;
  if (record.reading.kind !== "task") return nothing;
  const isOpen = record.seen.issueState.state === "open" && isAdmitted(record);
  const hasStatus = isOpen && !isBeingClosed(input);
  const state = taskState(view, record);
  const labels = statuses.map((status): ProposedLabel => {
    const present = hasStatus && state.status === status;
    return {
      label: `status:${status}`,
      present,
      because: hasStatus ? because(state) : isOpen ? "It is completed." : "It is closed or not admitted.",
    };
  });
  return { labels };
}

/**
 * With the same write: the label of a completed task would only be taken away by another one. A task that GitHub
 * refuses to close keeps its status.
 */
function isBeingClosed(input: RuleInput): boolean {
  const refused = input.view.refusals.get(input.record.seen.id) ?? [];
  return (
    completionOf(input, input.record) !== undefined && !refused.some(({ slot }) => slot.type === "close")
  );
}

function because({ status, unresolved, blockers, warned }: TaskState): string {
  if (warned) return "It was started before its blocker was reopened or edited.";
  if (unresolved.length > 0)
    return `Blocked by ${unresolved.map((blocker) => `${blocker.name} (${stateInWords(blocker)})`).join(", ")}.`;
  if (status === "blocked") return "The agents that took it fell silent, and it was escalated.";
  if (status === "in-progress") return "Someone has started it.";
  if (status === "in-review") return "Its work is under review.";
  const settled = blockers.map(({ name }) => name);
  return settled.length === 0 ? "Nothing blocks it." : `Resolved: ${settled.join(", ")}.`;
}
