/** Mutations that lock and unlock an issue's conversation. */
import { lockIssue, unlockIssue } from "../../ops/issues/lock-issue.ts";
import { toLockReason } from "../executor/enums.ts";
import { conversationNode, conversationOf, type MutationResolvers } from "./call.ts";

export const lockMutations: MutationResolvers = {
  lockLockable: (call) => {
    const { core, actor } = call.viewing;
    const reason = call.input.optionalText("lockReason");
    const lock = {
      issueId: conversationOf(call, "lockableId"),
      reason: reason === undefined ? null : toLockReason(reason),
    };
    return { lockedRecord: conversationNode(call, lockIssue(core, actor, lock)) };
  },
  unlockLockable: (call) => {
    const { core, actor } = call.viewing;
    const unlocked = unlockIssue(core, actor, { issueId: conversationOf(call, "lockableId") });
    return { unlockedRecord: conversationNode(call, unlocked) };
  },
};
