/**
 * Defines writes to GitHub as values. A key names the outcome, so that the same outcome is never queued
 * twice; a slot names the place it fills, so that a newer effect for the same place replaces an older one
 * that has not been sent yet.
 */
import type { KindName } from "../../protocol/kinds/kinds.ts";
import type { NodeId, RepositoryId } from "./fact.ts";
import type { Slot } from "./keys/slot.ts";
import type { PersistedState, Sealed } from "./persisted-state.ts";

/** A new issue that we open in the repository of its origin, the issue that the effect belongs to. */
export interface OpenIssue {
  readonly type: "OpenIssue";
  /** Names the outcome and the origin, as `openedKey` builds it; signed into the body. */
  readonly marker: string;
  /** Signed into the body as well. */
  readonly sealed?: Sealed;
  readonly kind: KindName;
  readonly title: string;
  /** Rendered: sections as the web form writes them. */
  readonly body: string;
  /** In addition to the label of its kind. */
  readonly labels: readonly string[];
  /** Node ids of users. */
  readonly assignees: readonly NodeId[];
}

/**
 * One write. `AddComment` and `OpenIssue` carry a marker, as GitHub would create a second one if asked twice.
 */
export type Effect =
  | OpenIssue
  | { readonly type: "SetLabels"; readonly add: readonly string[]; readonly remove: readonly string[] }
  | { readonly type: "AddBlockedBy"; readonly blockedId: NodeId; readonly blockerId: NodeId }
  | { readonly type: "RemoveBlockedBy"; readonly blockedId: NodeId; readonly blockerId: NodeId }
  | {
      readonly type: "AddSubIssue" | "RemoveSubIssue";
      readonly parentId: NodeId;
      readonly childId: NodeId;
    }
  | {
      readonly type: "ShowStatus";
      readonly commentId: NodeId | undefined;
      readonly text: string;
      readonly persisted: PersistedState;
    }
  | { readonly type: "AddComment"; readonly marker: string; readonly text: string }
  /** Gives an issue of ours the title and the body, with its signed marker, that we wrote. */
  | { readonly type: "RestoreText"; readonly title: string; readonly body: string }
  | { readonly type: "SetType"; readonly typeId: NodeId; readonly name: string }
  | { readonly type: "AddAssignees" | "RemoveAssignees"; readonly assignees: readonly NodeId[] }
  | {
      readonly type: "CloseIssue";
      readonly reason: "completed" | "not_planned" | "duplicate";
      /** The original, if the reason is `duplicate`. */
      readonly duplicateOf?: NodeId;
    }
  | {
      readonly type: "AddReaction";
      readonly commentId: NodeId;
      readonly content: "CONFUSED" | "THUMBS_UP" | "EYES";
    }
  | { readonly type: "MinimizeComment"; readonly commentId: NodeId }
  | ({ readonly type: "ShowCheck"; readonly headSha: string } & CheckRunContent)
  /** For exactly this head commit, or not at all. */
  | { readonly type: "MergePullRequest"; readonly number: number; readonly headSha: string }
  /** Adds it to the merge queue of its base branch, which merges it later or removes it. */
  | { readonly type: "EnqueuePullRequest"; readonly number: number; readonly headSha: string }
  /** Merges the base branch into it. */
  | { readonly type: "UpdateBranch"; readonly number: number; readonly headSha: string };

/** What our check run on a commit says. */
export interface CheckRunContent {
  readonly conclusion: "success" | "failure" | "action_required" | "neutral";
  /** Our own words, without Markdown. */
  readonly title: string;
  readonly summary: string;
  /** At most 50, each on a changed file. */
  readonly annotations: readonly { readonly path: string; readonly text: string }[];
  /** Whether it has the button by which a maintainer accepts despite the verdict. */
  readonly offersAccept: boolean;
  /** Identifies all of the above, and the work that it is about: equal values show the same. */
  readonly shows: string;
}

/** An effect with its issue and its reason. */
export interface PlannedEffect {
  /** The issue it belongs to: its installation's token is used, and `explain` shows the effect there. */
  readonly issueId: NodeId;
  readonly repositoryId: RepositoryId;
  /** The outcome, as `formatOutcomeKey` writes it. Unique among effects that are queued or being sent. */
  readonly key: string;
  /** The place that it fills: an issue has at most one queued effect for each. */
  readonly slot: Slot;
  readonly effect: Effect;
  readonly reason: Reason;
}

/** Why something was done: shown by `explain`, kept in the ledger. */
export interface Reason {
  /** Name of the rule, as its file is called. */
  readonly rule: string;
  /** The facts in one sentence, Markdown-free. */
  readonly because: string;
  /** The user who asked for it, if any, with the role that was read and when. */
  readonly actor?: { readonly id: NodeId; readonly login: string; readonly role: string };
  /** GUID of the delivery that led to the decision, filled in by the dispatcher. */
  readonly delivery?: string;
}
