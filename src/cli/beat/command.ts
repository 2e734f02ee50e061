/** `signalbox beat`, `join` and `leave`: an agent says that it is at work, or no longer. */
import { randomBytes } from "node:crypto";
import { Command } from "commander";
import { systemClock } from "../../base/clock.ts";
import { UserError } from "../../base/errors.ts";
import { formatUlid } from "../../base/ulid.ts";
import { agentNamePattern } from "../../protocol/settings/agents/agents-settings.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { type BeatOptions, beat, noReply } from "./beat.ts";
import { type BeatBody, type BeatReply, postBeat } from "./post-beat.ts";
import { bodyIn, contactIn } from "./surroundings.ts";

const homeFlag = [
  "--home <folder>",
  "where signalbox keeps its data (default: SIGNALBOX_HOME or .signalbox)",
] as const;
const agentFlag = [
  "--agent <name>",
  "the agent, as the settings name it (default: SIGNALBOX_AGENT)",
] as const;
const timeoutMs = 10_000;

export function beatCommand(terminal: Terminal): Command {
  return new Command("beat")
    .description("Give a sign of life, as from a hook: quick, and silent without a server")
    .argument("[issue]", "the task, as 12 or acme/demo#12 (default: SIGNALBOX_ISSUE)")
    .option("--doing <text>", "what the agent is doing, for others to see")
    .option(...agentFlag)
    .option("--lease <token>", "the token of its lease (default: SIGNALBOX_LEASE)", requireToken)
    .option(...homeFlag)
    .addHelpText("after", `\n${beatHelp}`)
    .action(async (issue: string | undefined, options: BeatOptions) =>
      terminal.exitWith(await beat({ ...options, issue }, terminal)),
    );
}

const beatHelp = `It takes the session and the task from SIGNALBOX_SESSION, SIGNALBOX_REPO and SIGNALBOX_ISSUE.
Exit codes: 0, even without a server, and after an accepted handover; 2 if the agent has lost the task, and who holds it
now is on the error stream.

Examples:
  $ signalbox beat
  $ signalbox beat 12 --agent ada --doing 'running the tests'`;

function requireToken(given: string): string {
  if (/^[1-9]\d{0,15}$/.test(given)) return given;
  throw new UserError("--lease must be the token that the claim printed.");
}

export function joinCommand(terminal: Terminal): Command {
  return new Command("join")
    .description("Begin a session of an agent, and print what its shell has to export")
    .option(...agentFlag)
    .option(...homeFlag)
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      '\nExamples:\n  $ eval "$(signalbox join --agent ada)"\n  $ signalbox join --agent ada --json',
    )
    .action(async ({ agent, home, json }: SessionOptions) => {
      const known = requireAgent(terminal, agent);
      const session = formatUlid(systemClock.now(), randomBytes(16));
      await heard(terminal, home, { ...placeOf(known), session });
      terminal.out(
        json === true
          ? `${JSON.stringify({ agent: known.agent, session }, undefined, 2)}\n`
          : `export SIGNALBOX_AGENT=${known.agent}\nexport SIGNALBOX_SESSION=${session}\n`,
      );
    });
}

export function leaveCommand(terminal: Terminal): Command {
  return new Command("leave")
    .description("End the session of an agent; its tasks stay its own")
    .option(...agentFlag)
    .option(...homeFlag)
    .option("--json", "print JSON")
    .addHelpText("after", "\nExamples:\n  $ signalbox leave")
    .action(async ({ agent, home, json }: SessionOptions) => {
      const known = requireAgent(terminal, agent);
      const body = { ...placeOf(known), isLeaving: true };
      const { type } = await heard(terminal, home, body);
      const hasLeft = type === "left";
      const said = hasLeft ? `${known.agent} has left.` : `${known.agent} had no such session.`;
      terminal.out(
        json === true ? `${JSON.stringify({ agent: known.agent, hasLeft }, undefined, 2)}\n` : `${said}\n`,
      );
    });
}

interface SessionOptions {
  readonly agent?: string;
  readonly home?: string;
  readonly json?: boolean;
}

/** A session is not of a task: it begins before the first and ends after the last. */
function placeOf({ agent, session, repo }: BeatBody): BeatBody {
  return { agent, session, repo };
}

function requireAgent({ env }: Pick<Terminal, "env">, given: string | undefined): BeatBody {
  const known = bodyIn(env, given);
  if (known !== undefined && agentNamePattern.test(known.agent)) return known;
  throw new UserError(
    "Say which agent it is: --agent ada, or set SIGNALBOX_AGENT to its name in the settings.",
  );
}

/** @throws UserError if no server counted it */
async function heard({ env }: Terminal, home: string | undefined, body: BeatBody): Promise<BeatReply> {
  const reply = await postBeat(await contactIn(env, { home, mayRenew: true }), body, { timeoutMs });
  if (reply === undefined) throw new UserError(noReply({ env }, home), { code: "not-here" });
  if (reply.type === "refused" || reply.type === "unavailable" || reply.type === "not allowed")
    throw new UserError(`Not done: ${reply.why ?? "the server does not say why"}.`);
  return reply;
}
