/** One reaction, as `addReaction` and `reactions` return it. */
import { entity } from "../executor/entity.ts";
import { fromReactionContent } from "../executor/enums.ts";
import { objectType } from "../executor/object-type.ts";
import { accountById, int32 } from "../records.ts";

export const reactionType = objectType("Reaction", {
  id: (reaction) => reaction.nodeId,
  databaseId: (reaction) => int32(reaction.id),
  content: (reaction) => fromReactionContent(reaction.content),
  createdAt: (reaction) => reaction.createdAt,
  user: (reaction, _args, { core }) => entity("User", accountById(core, reaction.userId).value),
});
