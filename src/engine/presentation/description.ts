/** Describes an effect in a few plain words, for the ledger and for `explain`: what was done, not how. */
import { unreachable } from "../../base/errors.ts";
import type { Effect } from "../model/effect.ts";
import { parseCommentKey } from "../model/keys/comment-key.ts";

export function describeEffect(effect: Effect): string {
  switch (effect.type) {
    case "SetLabels":
      return [
        "labels",
        ...effect.add.map((label) => `+${label}`),
        ...effect.remove.map((label) => `-${label}`),
      ].join(" ");
    case "AddBlockedBy":
      return "add its dependency";
    case "RemoveBlockedBy":
      return "remove its dependency";
    case "AddSubIssue":
      return "add a sub-issue";
    case "RemoveSubIssue":
      return "remove a sub-issue";
    case "ShowStatus":
      return effect.commentId === undefined ? "write the status comment" : "edit the status comment";
    case "AddComment":
      return describeComment(effect.marker);
    case "RestoreText":
      return "put its text back";
    case "OpenIssue":
      return `open an issue: ${effect.kind}`;
    case "SetType":
      return `type ${effect.name}`;
    case "AddAssignees":
      return `assign ${effect.assignees.length}`;
    case "RemoveAssignees":
      return `unassign ${effect.assignees.length}`;
    case "CloseIssue":
      return `close as ${effect.reason.replace("_", " ")}`;
    case "AddReaction":
      return "react to a comment";
    case "MinimizeComment":
      return "hide a duplicate comment";
    case "MergePullRequest":
      return `merge #${effect.number} at commit ${effect.headSha.slice(0, 7)}`;
    case "EnqueuePullRequest":
      return `add #${effect.number} to the merge queue at commit ${effect.headSha.slice(0, 7)}`;
    case "UpdateBranch":
      return `bring #${effect.number} up to date with its base`;
    case "ShowCheck":
      return `show ${effect.conclusion.replace("_", " ")} on commit ${effect.headSha.slice(0, 7)}`;
    default:
      return unreachable(effect);
  }
}

function describeComment(marker: string): string {
  const type = parseCommentKey(marker)?.type;
  switch (type) {
    case "reply":
      return "reply to a command";
    case "lease-notice":
      return "tell an agent that it does not hold the task";
    case "assignees-notice":
      return "tell somebody that their change of the assignees was undone";
    case "reminder":
      return "remind the person who decides";
    case "discovery-notice":
      return "announce a discovery";
    case "unblock-notice":
      return "post the unblock notice";
    case "hint":
      return "say how to decide";
    case "text-notice":
      return "say that its text was changed";
    case "status":
      return "write the status comment";
    case undefined:
      return "write a comment";
    default:
      return unreachable(type);
  }
}
