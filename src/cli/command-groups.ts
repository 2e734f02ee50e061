/** All commands, under a heading for each purpose. */
import type { Command } from "commander";
import { agents } from "../operations/agents.ts";
import { catalogue } from "../operations/catalogue.ts";
import { changes } from "../operations/changes/changes.ts";
import { beat } from "../operations/holding/beat.ts";
import { locks } from "../operations/locks/locks.ts";
import type { Operation } from "../operations/operation.ts";
import { agentsCommand } from "./agents/command.ts";
import { beatCommand, joinCommand, leaveCommand } from "./beat/command.ts";
import { changesCommand } from "./changes/command.ts";
import { completionCommand } from "./completion/command.ts";
import { contextCommand } from "./context/command.ts";
import { coordinateCommand } from "./coordinate/coordinate.ts";
import { demoCommand } from "./demo/command.ts";
import { doctorCommand } from "./doctor/command.ts";
import { envCommand } from "./gh/env.ts";
import { ghCommand } from "./gh/gh.ts";
import { hubCommand } from "./hub/hub.ts";
import { importCommand } from "./import/command.ts";
import { initCommand } from "./init/command.ts";
import { backupCommand } from "./local-index/backup.ts";
import { pauseCommand, resumeCommand } from "./local-index/pause.ts";
import { locksCommand } from "./locks/command.ts";
import { loginCommand, logoutCommand } from "./login/command.ts";
import { mcpCommand } from "./mcp/command.ts";
import { migrateCommand } from "./migrate/command.ts";
import { openCommand } from "./open/command.ts";
import { planCommand } from "./plan/command.ts";
import { publishCommand } from "./publish/command.ts";
import { rebuildCommand } from "./rebuild/rebuild.ts";
import { rehearseCommand } from "./rehearse/command.ts";
import { runCommand } from "./run/command.ts";
import { runsCommand } from "./run/runs.ts";
import { setupCommand } from "./setup/command.ts";
import { signCommand } from "./sign/command.ts";
import { startCommand } from "./start/start.ts";
import { sweepCommand } from "./sweep/sweep.ts";
import { tellCommand } from "./tell/command.ts";
import { groupCommand } from "./terminal/group-command.ts";
import { operationCommand } from "./terminal/operation-command.ts";
import type { Terminal } from "./terminal/terminal.ts";
import { tokensCommand } from "./tokens/command.ts";
import { verifyCommand } from "./verify/verify.ts";
import { watchCommand } from "./watch/command.ts";

/** Operations whose command is more, or other, than their schema says. */
const special: ReadonlyMap<Operation, (terminal: Terminal) => Command> = new Map([
  [agents, agentsCommand],
  [beat, beatCommand],
  [changes, changesCommand],
  [locks, locksCommand],
]);

/** The commands under a heading for each purpose, in the order in which a new user needs them. */
export function commandGroups(terminal: Terminal): Readonly<Record<string, readonly Command[]>> {
  const operations = (audience: Operation["audience"]): readonly Command[] =>
    catalogue
      .filter((operation) => operation.audience === audience && operation.group === undefined)
      .map((operation) => special.get(operation)?.(terminal) ?? operationCommand(operation, terminal));
  return {
    "Start and look around": [startCommand(terminal), openCommand(terminal), demoCommand(terminal)],
    "GitHub on this machine": [hubCommand(terminal), envCommand(terminal), ghCommand(terminal)],
    "For agents": [
      ...operations("agents"),
      runCommand(terminal),
      runsCommand(terminal),
      joinCommand(terminal),
      leaveCommand(terminal),
      mcpCommand(terminal),
      loginCommand(terminal),
      logoutCommand(terminal),
      watchCommand(terminal),
      tellCommand(terminal),
      publishCommand(terminal),
      signCommand(terminal),
      verifyCommand(terminal),
    ],
    "For people": [
      ...operations("people"),
      groupCommand("space", "Bring tasks together under one purpose", terminal),
      planCommand(terminal),
      importCommand(terminal),
      coordinateCommand(terminal),
      contextCommand(terminal),
    ],
    "Set up": [
      setupCommand(terminal),
      initCommand(terminal),
      doctorCommand(terminal),
      rehearseCommand(terminal),
      completionCommand(terminal),
    ],
    Operate: [
      pauseCommand(terminal),
      resumeCommand(terminal),
      backupCommand(terminal),
      migrateCommand(terminal),
      tokensCommand(terminal),
      rebuildCommand(terminal),
      sweepCommand(terminal),
    ],
  };
}
