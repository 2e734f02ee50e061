/**
 * What the App's own comments and issues say, for a reader without the App's key. Nothing of it is verified: it is as
 * true as the bot that wrote it, so only a reader who tells its user so may use it, and never a decision.
 */

import type { IssueSeen, NodeId, OwnComment } from "../../engine/model/fact.ts";
import { readSealed } from "../../engine/model/persisted-state.ts";
import { isSameAccount } from "../../protocol/settings/agents/account-key.ts";
import type { CommentResponse, IssueResponse } from "../read/response-shape.ts";
import { statedMark } from "../write/marker.ts";

type Written = Pick<IssueResponse, "author" | "editor" | "lastEditedAt" | "body">;

/** The issues as read, with everything that the App's bot wrote on them. */
export function withAppsWords(issue: IssueSeen, response: IssueResponse, botId: NodeId): IssueSeen {
  const own = response.comments.nodes.flatMap((comment) => ownWords(comment, botId) ?? []);
  const opened = isBots(response, botId) ? statedMark(response.body) : undefined;
  return {
    ...issue,
    own,
    spoiled: [],
    forged: [],
    ...(opened === undefined ? {} : { opened: { key: opened.key, ...readSealed(opened.persisted) } }),
  };
}

/**
 * The bot that serves a repository: the one with the oldest comment or issue that carries a marker. If there
 * are two installations, that is the one that leads.
 * @param named by the settings
 */
export function servingBot(issues: readonly IssueResponse[], named: NodeId | undefined): NodeId | undefined {
  if (named !== undefined) return named;
  const marked = issues
    .flatMap((issue) => [issue, ...issue.comments.nodes])
    .filter((written) => written.author?.__typename === "Bot" && statedMark(written.body) !== undefined);
  return marked.toSorted((a, b) => a.createdAt - b.createdAt)[0]?.author?.id;
}

function ownWords(comment: CommentResponse, botId: NodeId): OwnComment | undefined {
  const mark = isBots(comment, botId) ? statedMark(comment.body) : undefined;
  if (mark === undefined) return undefined;
  const { id, createdAt, lastEditedAt, isMinimized } = comment;
  return { id, ...mark, createdAt, editedAt: lastEditedAt ?? undefined, isMinimized };
}

function isBots({ author, editor, lastEditedAt }: Written, botId: NodeId): boolean {
  return isSameAccount(author?.id, botId) && (lastEditedAt === null || isSameAccount(editor?.id, botId));
}
