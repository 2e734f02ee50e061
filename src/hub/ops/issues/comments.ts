/**
 * Comments: write, change, delete, minimise. Anyone with write access can change anyone's comment, including
 * an App's; `editorId` says who did.
 */
import { Defect } from "../../../base/errors.ts";
import type { HubCore } from "../../core.ts";
import { presentComment } from "../../present/issues/comment.ts";
import { presentIssue } from "../../present/issues/issue.ts";
import {
  type Comment,
  commentById,
  deleteCommentRow,
  insertComment,
  type MinimizeReason,
  saveComment,
} from "../../state/issues/comments.ts";
import { emit } from "../../webhooks/emit.ts";
import { can, needs, refuse } from "../access/access.ts";
import { type Actor, appIdOf } from "../access/actor.ts";
import { noteReferences } from "../references.ts";
import { forbidden, invalid, notFound, type OpResult, ok } from "../result.ts";
import { current, type IssueWrite, issueWrite, note, write } from "../write.ts";
import { validateBody } from "./issue-text.ts";

export interface CreateCommentInput {
  readonly issueId: number;
  readonly body: string;
  /** A reply to a notification's mail. */
  readonly byMail?: boolean;
}

export function createComment(core: HubCore, actor: Actor, input: CreateCommentInput): OpResult<Comment> {
  return write(core, () => {
    const found = issueWrite(core, actor, input.issueId, needs.participate);
    if (found.kind !== "ok") return found;
    const { writer, issue, at } = found.value;
    if (issue.locked && !can(core.state, actor, found.value.repository, needs.moderate))
      return forbidden("Unable to create comment because issue is locked.");
    const body = checkCommentBody(core, input.body);
    if (body.kind !== "ok") return body;
    const id = insertComment(
      core.state,
      {
        issueId: issue.id,
        body: body.value,
        authorId: writer.user.id,
        appId: appIdOf(writer),
        byMail: input.byMail ?? false,
      },
      at,
    );
    noteReferences(found.value, body.value);
    return ok(announceComment(found.value, "created", id));
  });
}

export function updateComment(
  core: HubCore,
  actor: Actor,
  input: { readonly commentId: number; readonly body: string },
): OpResult<Comment> {
  return onComment(core, actor, input.commentId, (session, comment) => {
    const body = checkCommentBody(core, input.body);
    if (body.kind !== "ok") return body;
    if (body.value === comment.body) return ok(comment);
    saveComment(core.state, {
      ...comment,
      body: body.value,
      updatedAt: session.at,
      lastEditedAt: session.at,
      editorId: session.writer.user.id,
    });
    noteReferences(session, body.value);
    const changes = { body: { from: comment.body } };
    return ok(announceComment(session, "edited", comment.id, { changes }));
  });
}

/** @returns the comment before the change */
export function deleteComment(
  core: HubCore,
  actor: Actor,
  input: { readonly commentId: number },
): OpResult<Comment> {
  return onComment(core, actor, input.commentId, (session, comment) => {
    announceComment(session, "deleted", comment.id);
    deleteCommentRow(core.state, comment, session.at);
    note(session, { event: "comment_deleted", authorId: comment.authorId });
    return ok(comment);
  });
}

/** Minimises a comment with a reason, or shows it again with null. No webhook is sent. */
export function minimizeComment(
  core: HubCore,
  actor: Actor,
  input: { readonly commentId: number; readonly reason: MinimizeReason | null },
): OpResult<Comment> {
  return onComment(core, actor, input.commentId, (_session, comment) => {
    const minimized = { ...comment, minimizedReason: input.reason };
    saveComment(core.state, minimized);
    return ok(minimized);
  });
}

/** Opens a write to a comment, for its author or anyone with write access. */
function onComment(
  core: HubCore,
  actor: Actor,
  commentId: number,
  work: (session: IssueWrite, comment: Comment) => OpResult<Comment>,
): OpResult<Comment> {
  return write(core, () => {
    const comment = commentById(core.state, commentId);
    if (comment === undefined) return notFound;
    const session = issueWrite(core, actor, comment.issueId, needs.participate);
    if (session.kind !== "ok") return session;
    const isOwn = comment.authorId === session.value.writer.user.id;
    const may = isOwn || can(core.state, actor, session.value.repository, needs.moderate);
    return may ? work(session.value, comment) : refuse(actor);
  });
}

function checkCommentBody(core: HubCore, body: string): OpResult<string> {
  if (body.trim() === "") {
    const message = "Body cannot be blank";
    return invalid({ resource: "IssueComment", field: "body", code: "unprocessable", message });
  }
  return validateBody(core.limits, "IssueComment", body);
}

function announceComment(
  session: IssueWrite,
  action: "created" | "edited" | "deleted",
  commentId: number,
  extra: Readonly<Record<string, unknown>> = {},
): Comment {
  const { core } = session;
  const comment = commentById(core.state, commentId);
  if (comment === undefined) throw new Defect(`Comment ${commentId} vanished during a write.`);
  const payload = {
    issue: presentIssue(core, current(session)),
    comment: presentComment(core, comment),
    ...extra,
  };
  const { repository, writer } = session;
  emit(core, { event: "issue_comment", action, repository, sender: writer.user, payload });
  return comment;
}
