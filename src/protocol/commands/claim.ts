/** `/claim` and `/release` on a task: who holds it, and who no longer does. */
import { parseDuration } from "../../base/duration.ts";
import { loginSource } from "../../base/login.ts";
import type { CommandGrammar } from "./grammar.ts";

export interface ClaimCommand {
  readonly name: "claim";
  /** The agent that claims it, where the account does not tell. */
  readonly as: string | undefined;
  /** How long it may be silent while it holds the task, if it says so. */
  readonly forMs: number | undefined;
}

export interface BeatCommand {
  readonly name: "beat";
  /** The agent that is alive, where the account does not tell. */
  readonly as: string | undefined;
}

export interface ReleaseCommand {
  readonly name: "release";
  readonly as: string | undefined;
  /** The agent that holds it from now on. */
  readonly to: string | undefined;
  readonly because: string | undefined;
}

/** A name of the settings, or the login of a user or an App. */
export const agentNamePart = `@?(${loginSource}(?:\\[bot\\])?)`;
const claiming = new RegExp(`^(?:as\\s+${agentNamePart}(?:\\s+|$))?(?:for\\s+(\\S+))?$`, "i");
const beating = new RegExp(`^(?:as\\s+${agentNamePart})?$`, "i");
const releasing = new RegExp(
  `^(?:as\\s+${agentNamePart}(?:\\s+|$))?(?:to\\s+${agentNamePart}(?:\\s+|$))?(?:because\\b[:,]?\\s+(\\S.*))?$`,
  "i",
);

/** The least and the most that a claim may say: a dead agent must not keep a task for days. */
const [leastMs, mostMs] = [60_000, 24 * 60 * 60_000];
export const silenceForm = "from 1m to 24h";

/** A length of silence as a claim gives it; undefined for anything else. */
export function readSilence(length: string): number | undefined {
  const ms = parseDuration(length);
  return ms !== undefined && ms >= leastMs && ms <= mostMs ? ms : undefined;
}

export const claimCommand: CommandGrammar<ClaimCommand> = {
  name: "claim",
  usage: "/claim [as ada] [for 2h]",
  purpose:
    "Takes the task, for the agent named if several share the account; it goes back after that long without a sign of life.",
  who: "anyone with write access",
  takes: "line",
  read: (argument) => {
    const [matched, as, length] = claiming.exec(argument) ?? [];
    if (matched === undefined) return undefined;
    const forMs = length === undefined ? undefined : readSilence(length);
    return length !== undefined && forMs === undefined ? undefined : { name: "claim", as, forMs };
  },
};

export const beatCommand: CommandGrammar<BeatCommand> = {
  name: "beat",
  usage: "/beat [as ada]",
  purpose: "Says that the holder is still at work. It gets no reply and no reaction.",
  who: "the task's holder",
  takes: "line",
  read: (argument) => {
    const [matched, as] = beating.exec(argument) ?? [];
    return matched === undefined ? undefined : { name: "beat", as };
  },
};

export const releaseCommand: CommandGrammar<ReleaseCommand> = {
  name: "release",
  usage: "/release [as ada] [to bob] [because …]",
  purpose: "Gives the task back, or to another agent.",
  who: "its holder, and people with write access",
  takes: "line",
  endsInWords: true,
  read: (argument) => {
    const [matched, as, to, because] = releasing.exec(argument) ?? [];
    return matched === undefined ? undefined : { name: "release", as, to, because };
  },
};
