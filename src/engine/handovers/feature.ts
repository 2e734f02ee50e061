/** Handles finished work: checking its evidence, the check run on its pull request, and merging. */
import { handlerOf } from "../commands/order.ts";
import type { Feature } from "../feature.ts";
import { accept } from "./accept.ts";
import { acceptHandover } from "./accept-handover.ts";
import { holdFork } from "./hold-fork.ts";
import { announceLanding } from "./landing/announce-landing.ts";
import { awaitObstacles } from "./landing/await-obstacles.ts";
import { applyMergeDecision } from "./merging/apply-merge-decision.ts";
import { awaitMergeability } from "./merging/await-mergeability.ts";
import { mergeAccepted } from "./merging/merge-accepted.ts";
import { unmergedEscalations } from "./merging/unmerged.ts";
import { noteWork } from "./note-work.ts";
import { openPageTask } from "./pages/open-page-task.ts";
import { recordPages } from "./pages/record-pages.ts";
import { showCheck } from "./show-check.ts";
import { verified } from "./verified.ts";

export const handovers: Feature = {
  name: "handovers",
  stateRules: () => [noteWork, applyMergeDecision, holdFork, acceptHandover, announceLanding, recordPages],
  projectionRules: () => [showCheck, awaitMergeability, awaitObstacles, mergeAccepted, openPageTask],
  commands: [handlerOf("accept", accept), handlerOf("verified", verified)],
  triggers: [unmergedEscalations],
};
