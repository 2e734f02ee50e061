/** Effects for these tests: one of every kind, built from the few fields that a test is about. */
import type { QueuedEffect } from "../../src/dispatcher/ports/outbox.ts";
import type { Effect } from "../../src/engine/model/effect.ts";
import { emptyPersistedState } from "../../src/engine/model/persisted-state.ts";

export function queued(id: number, effect: Effect, issueId = "I_12"): QueuedEffect {
  return {
    id,
    effect,
    issueId,
    repositoryId: "R_demo",
    key: `key ${id}`,
    slot: { type: "other", written: `slot ${id}` },
    reason: { rule: "a-rule", because: "of a test" },
    attempts: 0,
    sentAt: undefined,
  };
}

export const setLabels: Effect = { type: "SetLabels", add: ["status:ready"], remove: ["status:blocked"] };
export const newStatus: Effect = {
  type: "ShowStatus",
  commentId: undefined,
  text: "Ready.",
  persisted: emptyPersistedState,
};
export const wake: Effect = { type: "AddComment", marker: "wake:1", text: "`alice`, you are free." };
export const close: Effect = { type: "CloseIssue", reason: "completed" };

const openIssue: Effect = {
  type: "OpenIssue",
  marker: "open:I_12:overdue@0",
  kind: "escalation",
  title: "Escalation: Which?",
  body: "### Regarding\n\n#12",
  labels: ["status:ready"],
  assignees: ["U_maria"],
};

export const everyEffect: readonly QueuedEffect[] = [
  setLabels,
  { type: "AddBlockedBy", blockedId: "I_12", blockerId: "I_40" } as const,
  { type: "RemoveBlockedBy", blockedId: "I_12", blockerId: "I_41" } as const,
  newStatus,
  { ...newStatus, commentId: "IC_9" },
  wake,
  openIssue,
  close,
  { type: "SetType", typeId: "IT_1", name: "Task" } as const,
  { type: "AddAssignees", assignees: ["U_maria"] } as const,
  { type: "RemoveAssignees", assignees: ["U_alice"] } as const,
  { type: "AddReaction", commentId: "IC_3", content: "CONFUSED" } as const,
  { type: "MinimizeComment", commentId: "IC_4" } as const,
].map((effect, id) => queued(id, effect));
