/** Mutations of reactions to issues and comments. */
import { addReaction, type ReactionTarget, removeReaction } from "../../ops/issues/reactions.ts";
import { reactionsTo } from "../../state/issues/reactions.ts";
import { readNodeId } from "../../state/older-node-id.ts";
import { entity } from "../executor/entity.ts";
import { toReactionContent } from "../executor/enums.ts";
import { FieldFailure, noNode } from "../executor/failure.ts";
import { nodeFor } from "../issue-lookup.ts";
import { reactionGroups } from "../listing/reactions.ts";
import { type Call, type MutationResolvers, outcome } from "./call.ts";

export const reactionMutations: MutationResolvers = {
  addReaction: (call) => {
    const { core, actor } = call.viewing;
    const target = targetOf(call);
    const content = toReactionContent(call.input.text("content"));
    const { reaction } = outcome(call, addReaction(core, actor, { ...target, content }));
    return { reaction: entity("Reaction", reaction), ...subjectFields(call, target) };
  },
  removeReaction: (call) => {
    const { core, actor } = call.viewing;
    const target = targetOf(call);
    const content = toReactionContent(call.input.text("content"));
    const own = reactionsTo(core.state, target.subject, target.subjectId, { offset: 0, limit: 10_000 }).find(
      (reaction) => reaction.userId === actor.user.id && reaction.content === content,
    );
    if (own === undefined)
      throw new FieldFailure("UNPROCESSABLE", "Reaction does not exist, or was not made by the viewer.");
    const reaction = outcome(call, removeReaction(core, actor, { ...target, reactionId: own.id }));
    return { reaction: entity("Reaction", reaction), ...subjectFields(call, target) };
  },
};

function targetOf({ input }: Call): ReactionTarget {
  const nodeId = input.text("subjectId");
  const decoded = readNodeId(nodeId);
  if (decoded?.prefix === "I") return { subject: "issue", subjectId: decoded.id };
  if (decoded?.prefix === "IC") return { subject: "comment", subjectId: decoded.id };
  throw noNode(nodeId);
}

function subjectFields({ input, viewing }: Call, { subject, subjectId }: ReactionTarget) {
  return {
    subject: () => nodeFor(viewing, input.text("subjectId")),
    reactionGroups: () => reactionGroups(viewing, subject, subjectId),
  };
}
