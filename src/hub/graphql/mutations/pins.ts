/** Mutations that pin and unpin issues. */
import { setPinned } from "../../ops/issues/pins.ts";
import { idOf, issueNode, type MutationResolver, type MutationResolvers } from "./call.ts";

export const pinMutations: MutationResolvers = { pinIssue: pinning(true), unpinIssue: pinning(false) };

function pinning(pinned: boolean): MutationResolver {
  return (call) => {
    const { core, actor } = call.viewing;
    const changed = setPinned(core, actor, { issueId: idOf(call, "issueId", "I"), pinned });
    return { issue: issueNode(call, changed) };
  };
}
