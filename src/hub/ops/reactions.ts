/** Reactions to issues and comments. GitHub sends no webhook for them. */
import type { HubCore } from "../core.ts";
import { commentById } from "../state/comments.ts";
import {
  deleteReactionRow,
  insertReaction,
  type Reaction,
  type ReactionContent,
  type ReactionSubject,
  reactionById,
} from "../state/reactions.ts";
import { can, needs, refuse } from "./access.ts";
import type { Actor } from "./actor.ts";
import { notFound, type OpResult, ok } from "./result.ts";
import { type IssueWrite, issueWrite, nowOf, write } from "./write.ts";

/** What is reacted to. */
export interface ReactionTarget {
  readonly subject: ReactionSubject;
  readonly subjectId: number;
}

/** Reacts; the same reaction again gives the one that is there. */
export function addReaction(
  core: HubCore,
  actor: Actor,
  input: ReactionTarget & { readonly content: ReactionContent },
): OpResult<{ readonly reaction: Reaction; readonly isNew: boolean }> {
  return write(core, () => {
    const session = subjectWrite(core, actor, input);
    if (session.kind !== "ok") return session;
    const reaction = { userId: session.value.writer.user.id, content: input.content };
    return ok(insertReaction(core.state, input.subject, input.subjectId, reaction, nowOf(core)));
  });
}

/** Takes a reaction back: one's own, or anybody's with write access. */
export function removeReaction(
  core: HubCore,
  actor: Actor,
  input: ReactionTarget & { readonly reactionId: number },
): OpResult<Reaction> {
  return write(core, () => {
    const session = subjectWrite(core, actor, input);
    if (session.kind !== "ok") return session;
    const reaction = reactionById(core.state, input.subject, input.subjectId, input.reactionId);
    if (reaction === undefined) return notFound;
    const isOwn = reaction.userId === session.value.writer.user.id;
    if (!isOwn && !can(core.state, actor, session.value.repository, needs.moderate)) return refuse(actor);
    deleteReactionRow(core.state, reaction.id);
    return ok(reaction);
  });
}

function subjectWrite(core: HubCore, actor: Actor, target: ReactionTarget): OpResult<IssueWrite> {
  const issueId =
    target.subject === "issue" ? target.subjectId : commentById(core.state, target.subjectId)?.issueId;
  return issueId === undefined ? notFound : issueWrite(core, actor, issueId, needs.participate);
}
