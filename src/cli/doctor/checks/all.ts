/** Lists all checks in the order of the report: those whose failure explains others come first. */
import type { CheckResult } from "../check-result.ts";
import type { DoctorFacts } from "../facts.ts";
import { checkAgents } from "./agents.ts";
import { checkApp, checkConfiguration, checkPermissions } from "./app.ts";
import { checkProcesses, checkQueue } from "./cluster.ts";
import { checkFolder, checkLeaders, checkPauses, checkServer, checkSettings, checkStore } from "./here.ts";
import { checkInstallations, checkLabels, checkLogins, checkRates } from "./installations.ts";
import { checkLocks } from "./locks.ts";
import { checkMerging } from "./merging.ts";
import { checkPagesHere } from "./pages.ts";
import { checkPrograms } from "./programs.ts";
import { checkClock, checkWebhook } from "./reach.ts";
import { checkSettingsGuard } from "./settings-guard.ts";
import { checkSignIn } from "./sign-in.ts";
import { checkStarts } from "./starts.ts";

const checks: readonly ((facts: DoctorFacts) => readonly CheckResult[])[] = [
  checkConfiguration,
  checkApp,
  checkClock,
  checkPermissions,
  checkInstallations,
  checkRates,
  checkWebhook,
  checkSignIn,
  checkLabels,
  checkSettings,
  checkSettingsGuard,
  checkMerging,
  checkLocks,
  checkLogins,
  checkAgents,
  checkStarts,
  checkFolder,
  checkPrograms,
  checkServer,
  checkQueue,
  checkProcesses,
  checkStore,
  checkPauses,
  checkLeaders,
  checkPagesHere,
];

export function runChecks(facts: DoctorFacts): readonly CheckResult[] {
  return checks.flatMap((check) => check(facts));
}
