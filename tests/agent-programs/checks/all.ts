/** Every check, in the order of the table. */
import type { Check } from "./check.ts";
import { runsElsewhere } from "./elsewhere.ts";
import { hooksAreQuick, hooksTell, readsNotesOnce } from "./hooks.ts";
import { firstRequest, httpTools, mcpLoop, mcpTools } from "./mcp.ts";
import { answersFromTheList, answersTheServer } from "./reader.ts";
import { countsItsOwnTokens, resumes, resumesByItself } from "./shell-conversations.ts";
import {
  idleRun,
  lostLease,
  providersError,
  stoppedRun,
  timeLimit,
  twoAtOnce,
  unknownFlag,
} from "./shell-endings.ts";
import { handsOverInBullets } from "./shell-handover.ts";
import { shellLoop } from "./shell-loop.ts";
import { isRecognised, readsItsBrief } from "./shell-start.ts";
import { waits } from "./shell-wait.ts";
import { writesMessages } from "./workflow.ts";

export const checks: readonly Check[] = [
  shellLoop,
  readsItsBrief,
  isRecognised,
  resumes,
  resumesByItself,
  countsItsOwnTokens,
  idleRun,
  unknownFlag,
  providersError,
  stoppedRun,
  timeLimit,
  twoAtOnce,
  handsOverInBullets,
  writesMessages,
  waits,
  lostLease,
  mcpTools,
  firstRequest,
  mcpLoop,
  httpTools,
  runsElsewhere,
  hooksTell,
  hooksAreQuick,
  readsNotesOnce,
  answersTheServer,
  answersFromTheList,
];
