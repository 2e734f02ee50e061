/** Decides whether an agent that was started has nothing to do on its task now. */
import type { Millis } from "../../base/clock.ts";
import { taskState } from "../blocking/task-state.ts";
import { handoverState, openHandovers } from "../handovers/handovers.ts";
import type { RuleInput } from "../model/rule.ts";

/**
 * A task is in review as long as a complete handover of it is open. One that was refused waits for its author, so the
 * agent has to go on, while its lease stays paused.
 */
export function hasToWait(input: RuleInput): boolean {
  const { view, record } = input;
  const { status } = taskState(view, record);
  if (status !== "in-review") return status === "blocked";
  const open = openHandovers(view, record);
  return open.length === 0 || !open.every((handover) => isRefused({ ...input, record: handover }));
}

/** Whether a complete handover of the task was opened or edited after `at`: the agent has done what it was started for. */
export function isHandedOverSince({ view, record }: RuleInput, at: Millis): boolean {
  return openHandovers(view, record).some(
    ({ seen: { createdAt, editedAt = 0 } }) => Math.max(createdAt, editedAt) > at,
  );
}

/** How often an agent was started on the task since a handover of it was opened that is open still. */
export function attemptsToFix({ view, record }: RuleInput): number {
  const [first] = openHandovers(view, record);
  if (first === undefined) return 0;
  return (record.persisted.starts ?? []).filter(({ at }) => at > first.seen.createdAt).length;
}

function isRefused(input: RuleInput): boolean {
  const state = handoverState(input);
  return state.type === "judged" && state.verdict.result === "refused";
}
