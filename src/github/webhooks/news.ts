/**
 * What a payload reports of its issue, to be compared with the index. Undefined for everything that must be
 * read: changes that a record does not show, or that depend on who made them, and payloads of older hosts.
 */

import type { IssueText } from "../../dispatcher/ports/translation.ts";
import type { News } from "../../engine/fold/known-news.ts";
import { isSameAccount } from "../../protocol/settings/agents/account-key.ts";
import type { PayloadOf } from "./payload.ts";

interface Us {
  readonly botId: string;
}

export function newsOfIssue(payload: PayloadOf<"issues">, us: Us): News | undefined {
  const { updated_at } = payload.issue;
  const change = updated_at === undefined ? undefined : changeOf(payload, us);
  return change && updated_at !== undefined ? { ...change, updatedAt: Date.parse(updated_at) } : undefined;
}

type Unversioned<N> = N extends { readonly updatedAt: number } ? Omit<N, "updatedAt"> : never;

function changeOf(
  { action, issue, label, assignee, sender }: PayloadOf<"issues">,
  { botId }: Us,
): Unversioned<News> | undefined {
  switch (action) {
    case "opened":
    case "edited":
      return issue.title === undefined || issue.body === undefined
        ? undefined
        : { type: "text", title: issue.title, body: issue.body ?? "" };
    case "labeled":
    case "unlabeled":
      return label && { type: "label", name: label.name, isThere: action === "labeled" };
    case "assigned":
    case "unassigned":
      return assignee == null
        ? undefined
        : { type: "assignee", id: assignee.node_id, isThere: action === "assigned" };
    case "closed":
      return isSameAccount(sender?.node_id, botId) ? closedFor(issue.state_reason) : undefined;
    default:
      return undefined;
  }
}

/** The issue's text, if it is new. */
export function textOf({ action, issue }: PayloadOf<"issues">): IssueText | undefined {
  const isNew = action === "opened" || action === "edited";
  return isNew ? { number: issue.number, body: issue.body ?? "" } : undefined;
}

/** A reason that this release does not know is worth a read. */
function closedFor(reason: string | null | undefined): Unversioned<News> | undefined {
  const known = reason === null ? "completed" : reason;
  return known === "completed" || known === "not_planned" || known === "duplicate"
    ? { type: "closed by us", reason: known }
    : undefined;
}

export function newsOfComment(
  { action, issue, comment, sender }: PayloadOf<"issue_comment">,
  { botId }: Us,
): News | undefined {
  const isOurs = isSameAccount(comment.user?.node_id, botId) && isSameAccount(sender.node_id, botId);
  if (!isOurs || action === "deleted" || issue.updated_at === undefined) return undefined;
  const { node_id: id, body } = comment;
  return { type: "our comment", id, body, updatedAt: Date.parse(issue.updated_at) };
}
