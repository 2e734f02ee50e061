/**
 * Decides what a task waits for: dependencies on GitHub, created from texts once, and the task's status
 * label.
 */
import { handlerOf } from "../commands/order.ts";
import type { Feature } from "../feature.ts";
import { block, unblock } from "./block.ts";
import { deadBlocker } from "./dead-blocker-trigger.ts";
import { adoptEdges } from "./dependencies/adopt-edges.ts";
import { followDuplicates } from "./dependencies/follow-duplicates.ts";
import { makeEdges } from "./dependencies/make-edges.ts";
import { moveEdges } from "./dependencies/move-edges.ts";
import { restoreEdges } from "./dependencies/restore-edges.ts";
import { dependencyCycleTrigger } from "./dependency-cycle.ts";
import { showTaskStatus } from "./show-task-status.ts";

export const blocking: Feature = {
  name: "blocking",
  stateRules: () => [followDuplicates, adoptEdges],
  projectionRules: () => [showTaskStatus, makeEdges, moveEdges, restoreEdges],
  commands: [handlerOf("block", block), handlerOf("unblock", unblock)],
  triggers: [deadBlocker, dependencyCycleTrigger],
};
