/** Derives the moments of tasks. */
import { parseCommentKey } from "../../model/keys/comment-key.ts";
import type { IssueRecord } from "../../model/snapshot.ts";
import { type Said, taskName } from "../moment.ts";

export function taskMoments(record: IssueRecord): readonly Said[] {
  const { createdAt, closedAt, reopenedAt, issueState, number } = record.seen;
  const about = taskName(record, { number });
  const isDone = issueState.state === "closed" && issueState.reason === "completed";
  return [
    { type: "task-opened", at: createdAt, about },
    ...(isDone ? [{ type: "task-closed", at: closedAt, since: createdAt, about } as const] : []),
    ...(reopenedAt === undefined ? [] : [{ type: "reopened", at: reopenedAt, about } as const]),
    ...wakings(record),
  ];
}

/** The key of an unblock notice says when the last blocker was resolved, by GitHub's clock. */
function wakings({ seen }: IssueRecord): readonly Said[] {
  return seen.own.flatMap(({ key, createdAt }) => {
    const about = parseCommentKey(key);
    const notice = about?.type === "unblock-notice" ? about.notice : undefined;
    return notice?.type === "resolved" ? [{ type: "woken", at: createdAt, since: notice.at } as const] : [];
  });
}
