/** Handles finished work: whether its evidence holds, the check on its pull request, and merging. */
import { handlerOf } from "../commands/order.ts";
import type { Feature } from "../feature.ts";
import { accept } from "./accept.ts";
import { acceptHandover } from "./accept-handover.ts";
import { applyMergeDecision } from "./apply-merge-decision.ts";
import { awaitMergeability } from "./await-mergeability.ts";
import { holdFork } from "./hold-fork.ts";
import { mergeAccepted } from "./merge-accepted.ts";
import { showCheck } from "./show-check.ts";
import { unmerged } from "./unmerged.ts";

export const handovers: Feature = {
  name: "handovers",
  stateRules: () => [applyMergeDecision, holdFork, acceptHandover],
  projectionRules: () => [showCheck, awaitMergeability, mergeAccepted],
  commands: [handlerOf("accept", accept)],
  triggers: [unmerged],
};
