/**
 * The commands that are the data folder's owner's alone. In an agent's name the owner's secret is narrowed to what that agent
 * may, so there they are refused.
 */
import type { Command } from "commander";
import { UserError } from "../base/errors.ts";
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
  const isAtHub = command.opts<{ hub?: true; as?: string }>();
  if (name === undefined || isAtHub.hub === true || isAtHub.as !== undefined) return;
  if (agent === undefined && !env.SIGNALBOX_RUN) return;
  throw new UserError(
    `\`signalbox ${name}\` is for the owner of the data folder, and this shell is ${agent ?? "an agent"}'s. The owner runs it in a shell of their own, without SIGNALBOX_AGENT.`,
    { code: "refused" },
  );
}
