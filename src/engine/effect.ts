/**
 * What should be changed at GitHub, as values. A key names the outcome, so the same outcome is never queued twice;
 * a slot names the place it fills, so a newer wish for the same place replaces an older one that was not sent yet.
 */
import type { NodeId } from "./fact.ts";
import type { Memory } from "./memory.ts";

/** One write. `AddComment` is the only kind that GitHub would do twice if asked twice: it carries a marker. */
export type Effect =
  | { readonly type: "SetLabels"; readonly add: readonly string[]; readonly remove: readonly string[] }
  | { readonly type: "AddBlockedBy"; readonly blockedId: NodeId; readonly blockerId: NodeId }
  | { readonly type: "RemoveBlockedBy"; readonly blockedId: NodeId; readonly blockerId: NodeId }
  | {
      readonly type: "ShowStatus";
      readonly commentId: NodeId | undefined;
      readonly text: string;
      readonly memory: Memory;
    }
  | { readonly type: "AddComment"; readonly marker: string; readonly text: string }
  | { readonly type: "CloseIssue"; readonly reason: "completed" | "not_planned" | "duplicate" }
  | {
      readonly type: "AddReaction";
      readonly commentId: NodeId;
      readonly content: "CONFUSED" | "THUMBS_UP" | "EYES";
    }
  | { readonly type: "MinimizeComment"; readonly commentId: NodeId };

/** An effect with its address and its reason. */
export interface PlannedEffect {
  /** The issue it belongs to: its installation's token writes it, and `explain` shows it there. */
  readonly issueId: NodeId;
  readonly repositoryId: NodeId;
  /** Names the outcome: `I_12 labels +status:blocked`. Unique while it waits or is under way. */
  readonly key: string;
  /** Names the place: `labels`, `status`, `close`, `edge I_40`, `wake`. One waiting effect an issue and slot. */
  readonly slot: string;
  readonly effect: Effect;
  readonly reason: Reason;
}

/** Why something was done: shown by `explain`, kept in the ledger. */
export interface Reason {
  /** Name of the rule, as its file is called. */
  readonly rule: string;
  /** The facts in one sentence, Markdown-free. */
  readonly because: string;
  /** Who asked, if somebody did, with the role that was read and when. */
  readonly actor?: { readonly id: NodeId; readonly login: string; readonly role: string };
  /** GUID of the delivery that was being followed when it was decided, filled in by the dispatcher. */
  readonly delivery?: string;
}
