/** Locking an issue's conversation, and unlocking it. */
import { lockIssue, unlockIssue } from "../../ops/lock-issue.ts";
import { toLockReason } from "../enums.ts";
import { idOf, issueNode, type Mutations } from "./call.ts";

export const lockMutations: Mutations = {
  lockLockable: (call) => {
    const { core, actor } = call.viewing;
    const reason = call.input.optionalText("lockReason");
    const lock = {
      issueId: idOf(call, "lockableId", "I"),
      reason: reason === undefined ? null : toLockReason(reason),
    };
    return { lockedRecord: issueNode(call, lockIssue(core, actor, lock)) };
  },
  unlockLockable: (call) => {
    const { core, actor } = call.viewing;
    const unlocked = unlockIssue(core, actor, { issueId: idOf(call, "lockableId", "I") });
    return { unlockedRecord: issueNode(call, unlocked) };
  },
};
