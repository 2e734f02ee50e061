/**
 * Reactions to issues and comments. A person's reaction of one kind exists once; repeating it returns the
 * existing one.
 */

import { encodeNodeId } from "../node-id.ts";
import { integer, oneOf, type Row, text } from "../row.ts";
import type { State } from "../state.ts";
import type { PageRange } from "./comments.ts";

export const reactionContents = [
  "+1",
  "-1",
  "laugh",
  "confused",
  "heart",
  "hooray",
  "rocket",
  "eyes",
] as const;

export type ReactionContent = (typeof reactionContents)[number];
export type ReactionSubject = "issue" | "comment";

export interface Reaction {
  readonly id: number;
  readonly nodeId: string;
  readonly userId: number;
  readonly content: ReactionContent;
  readonly createdAt: string;
}

function toReaction(row: Row): Reaction {
  const id = integer(row, "id");
  return {
    id,
    nodeId: encodeNodeId("REA", integer(row, "subject_id"), id),
    userId: integer(row, "user_id"),
    content: oneOf(row, "content", reactionContents),
    createdAt: text(row, "created_at"),
  };
}

export function reactionsTo(
  state: State,
  subject: ReactionSubject,
  subjectId: number,
  page: PageRange,
): readonly Reaction[] {
  return state
    .all(
      "SELECT * FROM reactions WHERE subject = ? AND subject_id = ? ORDER BY id LIMIT ? OFFSET ?",
      subject,
      subjectId,
      page.limit,
      page.offset,
    )
    .map(toReaction);
}

/** The number of reactions of each kind. */
export function reactionCounts(
  state: State,
  subject: ReactionSubject,
  subjectId: number,
): ReadonlyMap<ReactionContent, number> {
  const rows = state.all(
    "SELECT content, count(*) AS times FROM reactions WHERE subject = ? AND subject_id = ? GROUP BY content",
    subject,
    subjectId,
  );
  return new Map(rows.map((row) => [oneOf(row, "content", reactionContents), integer(row, "times")]));
}

export function insertReaction(
  state: State,
  {
    subject,
    subjectId,
    reaction,
    at,
  }: {
    readonly subject: ReactionSubject;
    readonly subjectId: number;
    readonly reaction: Pick<Reaction, "userId" | "content">;
    readonly at: string;
  },
): { readonly reaction: Reaction; readonly isNew: boolean } {
  const { changes } = state.run(
    "INSERT OR IGNORE INTO reactions (subject, subject_id, user_id, content, created_at) VALUES (?, ?, ?, ?, ?)",
    subject,
    subjectId,
    reaction.userId,
    reaction.content,
    at,
  );
  const row = state.get(
    "SELECT * FROM reactions WHERE subject = ? AND subject_id = ? AND user_id = ? AND content = ?",
    subject,
    subjectId,
    reaction.userId,
    reaction.content,
  );
  return { reaction: toReaction(row ?? {}), isNew: changes > 0 };
}

export function reactionById(
  state: State,
  subject: ReactionSubject,
  subjectId: number,
  id: number,
): Reaction | undefined {
  const row = state.get(
    "SELECT * FROM reactions WHERE subject = ? AND subject_id = ? AND id = ?",
    subject,
    subjectId,
    id,
  );
  return row && toReaction(row);
}

export function deleteReactionRow(state: State, id: number): void {
  state.run("DELETE FROM reactions WHERE id = ?", id);
}
