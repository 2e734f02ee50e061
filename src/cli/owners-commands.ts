/**
 * The commands that are the data folder's owner's alone. In an agent's name the owner's secret is narrowed to what that agent
 * may, so there they are refused.
 */
import type { Command } from "commander";
import { UserError } from "../base/errors.ts";
import { whoAnswers } from "./answering/who-answers.ts";
import type { Terminal } from "./terminal/terminal.ts";

const ownersAlone: ReadonlySet<string> = new Set([
  "pause",
  "resume",
  "rebuild",
  "sweep",
  "coordinate",
  "tokens",
  "open",
  "backup",
  "migrate",
]);

/** @throws UserError for such a command in an agent's name */
export function requireOwner({ env }: Pick<Terminal, "env">, command: Command): void {
  const name = [command.name(), command.parent?.name()].find((each) => ownersAlone.has(each ?? ""));
  const agent = env.SIGNALBOX_AGENT || undefined;
  const isAtHub = command.opts<{ hub?: true; as?: string; home?: string }>();
  if (name === undefined || isAtHub.hub === true || isAtHub.as !== undefined) return;
  if (agent === undefined && !env.SIGNALBOX_RUN) requireHere(env, name, isAtHub.home);
  else refuseAgent(name, agent);
}

function refuseAgent(name: string, agent: string | undefined): never {
  throw new UserError(
    `\`signalbox ${name}\` is for the owner of the data folder, and this shell is ${agent ?? "an agent"}'s. The owner runs it in a shell of their own, without SIGNALBOX_AGENT.`,
    { code: "refused" },
  );
}

/** They find what they work on by variables of their own. */
const withoutDataFolder: ReadonlySet<string> = new Set(["sweep", "migrate"]);

/** A token opens nothing that is the owner's. */
function requireHere(env: Terminal["env"], name: string, home: string | undefined): void {
  const answering = whoAnswers({ env }, home);
  if (answering.type !== "server" || env.SIGNALBOX_HOME || withoutDataFolder.has(name)) return;
  throw new UserError(
    `\`signalbox ${name}\` is for the owner of the data folder, on the server's machine: run it there. SIGNALBOX_SERVER names ${answering.server.url}, where a token reads and gives the orders of its agent. For a data folder on this machine, name it: --home.`,
    { code: "not-here" },
  );
}
