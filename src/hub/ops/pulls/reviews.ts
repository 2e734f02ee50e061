/** Reviews and review threads on lines: opened by a comment, continued by replies, resolved and reopened. */
import { Defect } from "../../../base/errors.ts";
import { forWebhooks, type HubCore } from "../../core.ts";
import { presentPullBriefly } from "../../present/pulls/pull.ts";
import { presentReview, presentReviewComment } from "../../present/pulls/review.ts";
import { type Pull, pullById } from "../../state/pulls/pulls.ts";
import { deleteReviewRequest } from "../../state/pulls/review-requests.ts";
import {
  commentsOfThread,
  insertReviewComment,
  insertThread,
  type ReviewComment,
  type ReviewThread,
  reviewCommentById,
  saveResolution,
  threadById,
} from "../../state/pulls/review-threads.ts";
import { insertReview, type Review, reviewById } from "../../state/pulls/reviews.ts";
import { emit, type WebhookEvent } from "../../webhooks/emit.ts";
import { can, needs, refuse } from "../access/access.ts";
import type { Actor } from "../access/actor.ts";
import { validateBody } from "../issues/issue-text.ts";
import { notFound, type OpResult, ok, unprocessable } from "../result.ts";
import { type IssueWrite, issueWrite, write } from "../write.ts";

export interface NewLineComment {
  readonly path: string;
  readonly body: string;
  readonly line?: number | null | undefined;
  readonly side?: string | undefined;
}

export interface SubmitReviewInput {
  readonly pullId: number;
  readonly state: "APPROVED" | "CHANGES_REQUESTED" | "COMMENTED";
  readonly body?: string | undefined;
  /** The reviewed commit; the head if omitted. */
  readonly commitSha?: string | undefined;
  readonly comments?: readonly NewLineComment[] | undefined;
}

export function submitReview(core: HubCore, actor: Actor, input: SubmitReviewInput): OpResult<Review> {
  return onPull(core, actor, input.pullId, (session, pull) => {
    const isOwn = pull.issue.authorId === session.writer.user.id;
    if (isOwn && input.state !== "COMMENTED")
      return unprocessable(`Can not ${words[input.state]} your own pull request`);
    const comments = input.comments ?? [];
    const body = validateBody(core.limits, "Issue", input.body ?? "");
    if (body.kind !== "ok") return body;
    if (body.value.trim() === "" && input.state !== "APPROVED" && comments.length === 0)
      return unprocessable("Body cannot be blank");
    const review = openReview(session, pull, input);
    deleteReviewRequest(core.state, pull.id, session.writer.user.id);
    // Webhooks write the state in lower case, the API in upper case.
    const presented = { ...presentReview(session.core, pull, review), state: review.state.toLowerCase() };
    tell(session, { pull, event: "pull_request_review", action: "submitted", extra: { review: presented } });
    for (const comment of comments)
      addComment(session, { pull, review, threadId: openThread(core, pull, comment), body: comment.body });
    return ok(review);
  });
}

/** Opens a thread on a line, with its own review. */
export function createReviewComment(
  core: HubCore,
  actor: Actor,
  input: NewLineComment & { readonly pullId: number; readonly commitSha?: string | undefined },
): OpResult<ReviewComment> {
  return onPull(core, actor, input.pullId, (session, pull) => {
    if (input.body.trim() === "") return unprocessable("Body cannot be blank");
    const review = openReview(session, pull, { state: "COMMENTED", commitSha: input.commitSha });
    return ok(
      addComment(session, { pull, review, threadId: openThread(core, pull, input), body: input.body }),
    );
  });
}

export function replyToThread(
  core: HubCore,
  actor: Actor,
  { threadId, body }: { readonly threadId: number; readonly body: string },
): OpResult<ReviewComment> {
  const thread = threadById(core.state, threadId);
  if (thread === undefined) return notFound;
  return onPull(core, actor, thread.pullId, (session, pull) => {
    if (body.trim() === "") return unprocessable("Body cannot be blank");
    return ok(
      addComment(session, {
        pull,
        review: openReview(session, pull, { state: "COMMENTED" }),
        threadId,
        body,
      }),
    );
  });
}

/** Resolves a thread or reopens it. The author of the pull request may, and anyone with push access. */
export function resolveThread(
  core: HubCore,
  actor: Actor,
  { threadId, resolved }: { readonly threadId: number; readonly resolved: boolean },
): OpResult<ReviewThread> {
  const before = threadById(core.state, threadId);
  if (before === undefined) return notFound;
  return onPull(core, actor, before.pullId, (session, pull) => {
    const { writer, repository } = session;
    const isAuthor = pull.issue.authorId === writer.user.id;
    if (!isAuthor && !can(core.state, actor, repository, needs.steerPulls)) return refuse(actor);
    if ((before.resolvedById !== null) === resolved) return ok(before);
    saveResolution(core.state, threadId, resolved ? writer.user.id : null);
    const comments = commentsOfThread(core.state, threadId);
    const thread = {
      node_id: before.nodeId,
      comments: comments.map((comment) => presentReviewComment(session.core, pull, before, comment)),
    };
    tell(session, {
      pull,
      event: "pull_request_review_thread",
      action: resolved ? "resolved" : "unresolved",
      extra: { thread },
    });
    return ok(threadById(core.state, threadId) ?? before);
  });
}

const words = { APPROVED: "approve", CHANGES_REQUESTED: "request changes on" } as const;

function onPull<T>(
  core: HubCore,
  actor: Actor,
  pullId: number,
  work: (session: IssueWrite, pull: Pull) => OpResult<T>,
): OpResult<T> {
  return write(core, () => {
    const pull = pullById(core.state, pullId);
    if (pull === undefined) return notFound;
    const session = issueWrite(core, actor, pull.issue.id, needs.propose);
    return session.kind === "ok" ? work({ ...session.value, core: forWebhooks(core) }, pull) : session;
  });
}

function openReview(
  { core, writer, at }: IssueWrite,
  pull: Pull,
  { state, body, commitSha }: Pick<SubmitReviewInput, "state" | "body" | "commitSha">,
): Review {
  const record = { pullId: pull.id, authorId: writer.user.id, body: body ?? "", state };
  const id = insertReview(core.state, { ...record, commitSha: commitSha ?? pull.headSha, submittedAt: at });
  const review = reviewById(core.state, id);
  if (review === undefined) throw new Defect(`Review ${id} vanished during a write.`);
  return review;
}

function openThread({ state }: HubCore, pull: Pull, { path, line, side }: NewLineComment): number {
  return insertThread(state, { pullId: pull.id, path, line: line ?? null, side: side ?? "RIGHT" });
}

function addComment(
  session: IssueWrite,
  {
    pull,
    review,
    threadId,
    body,
  }: { readonly pull: Pull; readonly review: Review; readonly threadId: number; readonly body: string },
): ReviewComment {
  const { core, writer, at } = session;
  const record = {
    threadId,
    reviewId: review.id,
    authorId: writer.user.id,
    body,
    commitSha: review.commitSha,
  };
  const id = insertReviewComment(core.state, record, at);
  const thread = threadById(core.state, threadId);
  const comment = reviewCommentById(core.state, id);
  if (thread === undefined || comment === undefined)
    throw new Defect(`Comment ${id} vanished during a write.`);
  const shown = presentReviewComment(core, pull, thread, comment);
  tell(session, { pull, event: "pull_request_review_comment", action: "created", extra: { comment: shown } });
  return comment;
}

function tell(
  { core, repository, writer }: IssueWrite,
  {
    pull,
    event,
    action,
    extra,
  }: {
    readonly pull: Pull;
    readonly event: WebhookEvent;
    readonly action: string;
    readonly extra: Readonly<Record<string, unknown>>;
  },
): void {
  const payload = { ...extra, pull_request: presentPullBriefly(core, pull) };
  emit(core, { event, action, repository, sender: writer.user, payload });
}
