/**
 * What should be changed at GitHub, as values. A key names the outcome, so the same outcome is never queued twice;
 * a slot names the place it fills, so a newer wish for the same place replaces an older one that was not sent yet.
 */
import type { KindName } from "../../protocol/kinds.ts";
import type { NodeId } from "./fact.ts";
import type { Slot } from "./keys/slot.ts";
import type { Memory, Sealed } from "./memory.ts";

/** A new issue of ours, in the repository of the issue that the effect belongs to: its origin. */
export interface OpenIssue {
  readonly type: "OpenIssue";
  /** Names the outcome and the origin, as `openedKey` makes it; signed into the body. */
  readonly marker: string;
  /** Signed into the body beside it. */
  readonly sealed?: Sealed;
  readonly kind: KindName;
  readonly title: string;
  /** Rendered: sections as the web form writes them. */
  readonly body: string;
  /** Besides the label of its kind. */
  readonly labels: readonly string[];
  /** Node ids of users. */
  readonly assignees: readonly NodeId[];
}

/** One write. `AddComment` and `OpenIssue` are those that GitHub would do twice if asked twice: they carry a marker. */
export type Effect =
  | OpenIssue
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
  | { readonly type: "SetType"; readonly typeId: NodeId; readonly name: string }
  | { readonly type: "AddAssignees"; readonly assignees: readonly NodeId[] }
  | { readonly type: "CloseIssue"; readonly reason: "completed" | "not_planned" | "duplicate" }
  | {
      readonly type: "AddReaction";
      readonly commentId: NodeId;
      readonly content: "CONFUSED" | "THUMBS_UP" | "EYES";
    }
  | { readonly type: "MinimizeComment"; readonly commentId: NodeId }
  | ({ readonly type: "ShowCheck"; readonly headSha: string } & CheckShown)
  /** Of exactly this head, or not at all. */
  | { readonly type: "MergePullRequest"; readonly number: number; readonly headSha: string }
  /** Merges its base into it. */
  | { readonly type: "UpdateBranch"; readonly number: number; readonly headSha: string };

/** What our check run on a commit says. */
export interface CheckShown {
  readonly conclusion: "success" | "failure" | "action_required" | "neutral";
  /** Our own words, without Markdown. */
  readonly title: string;
  readonly summary: string;
  /** At most 50, each beside a changed file. */
  readonly annotations: readonly { readonly path: string; readonly text: string }[];
  /** Whether it has the button by which a maintainer accepts in spite of it. */
  readonly offersAccept: boolean;
  /** Names all of the above: equal names show the same. */
  readonly shows: string;
}

/** An effect with its address and its reason. */
export interface PlannedEffect {
  /** The issue it belongs to: its installation's token writes it, and `explain` shows it there. */
  readonly issueId: NodeId;
  readonly repositoryId: NodeId;
  /** What it brings about, as `formatOutcomeKey` writes it. Unique while it waits or is under way. */
  readonly key: string;
  /** The place that it fills: an issue has at most one waiting effect for each. */
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
  /** Who asked, if somebody did, with the role that was read and when. */
  readonly actor?: { readonly id: NodeId; readonly login: string; readonly role: string };
  /** GUID of the delivery that was being followed when it was decided, filled in by the dispatcher. */
  readonly delivery?: string;
}
