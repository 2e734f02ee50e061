/** Reactions to issues and comments. GitHub sends no webhook for them. */
import type { HubCore } from "../../core.ts";
import { commentById } from "../../state/issues/comments.ts";
import {
  deleteReactionRow,
  insertReaction,
  type Reaction,
  type ReactionContent,
  type ReactionSubject,
  reactionById,
} from "../../state/issues/reactions.ts";
import { can, needs, refuse } from "../access/access.ts";
import type { Actor } from "../access/actor.ts";
import { notFound, type OpResult, ok } from "../result.ts";
import { type IssueWrite, issueWrite, nowOf, write } from "../write.ts";

/** The target of a reaction. */
export interface ReactionTarget {
  readonly subject: ReactionSubject;
  readonly subjectId: number;
}

/** Adds a reaction; repeating it returns the existing one. */
export function addReaction(
  core: HubCore,
  actor: Actor,
  input: ReactionTarget & { readonly content: ReactionContent },
): OpResult<{ readonly reaction: Reaction; readonly isNew: boolean }> {
  return write(core, () => {
    const session = subjectWrite(core, actor, input);
    if (session.kind !== "ok") return session;
    const reaction = { userId: session.value.writer.user.id, content: input.content };
    return ok(
      insertReaction(core.state, {
        subject: input.subject,
        subjectId: input.subjectId,
        reaction,
        at: nowOf(core),
      }),
    );
  });
}

/** Removes a reaction: one's own, or anyone's with write access. */
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
