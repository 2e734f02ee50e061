/**
 * Encodes the outcome of an effect as a key, by which the same effect is not queued twice and a refused one
 * is not tried again. Keys are only compared: a label's name may contain anything, so a key cannot be parsed.
 * Queued and refused effects outlive a release: never change a spelling here.
 */
import type { Millis } from "../../../base/clock.ts";
import type { Effect } from "../effect.ts";
import type { NodeId } from "../fact.ts";
import { type DependencySlot, formatSlot } from "./slot.ts";

type CloseEffect = Extract<Effect, { readonly type: "CloseIssue" }>;
export type MergeEffect = Extract<
  Effect,
  { readonly type: "MergePullRequest" | "EnqueuePullRequest" | "UpdateBranch" }
>;

export type OutcomeKey =
  | { readonly type: "labels"; readonly add: readonly string[]; readonly remove: readonly string[] }
  /** The status comment, by a fingerprint of everything that it says and persists. */
  | { readonly type: "status"; readonly fingerprint: string }
  | {
      readonly type: "dependency";
      readonly slot: DependencySlot;
      readonly change: "added" | "removed";
      /** The comment that asked for it: a new command tries it again. */
      readonly commandId?: NodeId;
      /** When somebody removed it whose removal does not count: each one is undone. */
      readonly removedAt?: Millis;
    }
  | { readonly type: "part"; readonly id: NodeId; readonly change: "added" | "removed" }
  /** A comment or one of our issues, by the key in its marker. */
  | { readonly type: "post"; readonly marker: string }
  /** The text that we wrote, in place of what somebody made of it at this time. */
  | { readonly type: "text"; readonly alteredAt: Millis }
  | { readonly type: "issue-type"; readonly typeId: NodeId }
  | { readonly type: "assignees" | "no-assignees"; readonly ids: readonly NodeId[] }
  | { readonly type: "close"; readonly as: CloseEffect["reason"] }
  /** `isDone`: the command was obeyed. */
  | { readonly type: "reaction"; readonly commentId: NodeId; readonly isDone: boolean }
  | { readonly type: "folded-comment"; readonly commentId: NodeId }
  | { readonly type: "check"; readonly headSha: string; readonly shows: string }
  | {
      readonly type: "merge";
      readonly how: MergeEffect["type"];
      readonly headSha: string;
      /** Number of the escalation in which a person wanted it tried again. */
      readonly after?: number;
    };

export function formatOutcomeKey(issueId: NodeId, key: OutcomeKey): string {
  return `${issueId} ${outcome(key)}`;
}

function outcome(key: OutcomeKey): string {
  switch (key.type) {
    case "labels":
      return ["labels", ...key.add.map((name) => `+${name}`), ...key.remove.map((name) => `-${name}`)].join(
        " ",
      );
    case "status":
      return `status ${key.fingerprint}`;
    case "dependency": {
      const what = `${formatSlot(key.slot)} ${key.change}`;
      if (key.removedAt !== undefined) return `${what} after ${key.removedAt}`;
      return key.commandId === undefined ? what : `${what} for ${key.commandId}`;
    }
    case "part":
      return `${formatSlot({ type: "part", id: key.id })} ${key.change}`;
    case "post":
      return key.marker;
    case "text":
      return `text instead of ${key.alteredAt}`;
    case "issue-type":
      return `type ${key.typeId}`;
    case "assignees":
      return `assign ${key.ids.join(" ")}`;
    case "no-assignees":
      return `unassign ${key.ids.join(" ")}`;
    case "close":
      return `closed as ${key.as}`;
    case "reaction":
      return `reaction ${key.commentId}${key.isDone ? " done" : ""}`;
    case "folded-comment":
      return `minimize ${key.commentId}`;
    case "check":
      return `check ${key.headSha} ${key.shows}`;
    case "merge":
      return `merge ${key.how} ${key.headSha}${key.after === undefined ? "" : ` after #${key.after}`}`;
  }
}
