/** `/claim` and `/release` on a task: who holds it, and who no longer does. */
import type { CommandGrammar } from "./grammar.ts";

export interface ClaimCommand {
  readonly name: "claim";
  /** The agent that claims it, where the account does not tell. */
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
export const agentNamePart = "@?([a-z0-9][a-z0-9-]{0,38}(?:\\[bot\\])?)";
const claiming = new RegExp(`^(?:as\\s+${agentNamePart})?$`, "i");
const releasing = new RegExp(
  `^(?:as\\s+${agentNamePart}(?:\\s+|$))?(?:to\\s+${agentNamePart}(?:\\s+|$))?(?:because\\b[:,]?\\s+(\\S.*))?$`,
  "i",
);

export const claimCommand: CommandGrammar<ClaimCommand> = {
  name: "claim",
  usage: "/claim [as ada]",
  purpose: "Takes the task, for the agent named if several share the account.",
  who: "anyone with write access",
  takes: "line",
  read: (argument) => {
    const [matched, as] = claiming.exec(argument) ?? [];
    return matched === undefined ? undefined : { name: "claim", as };
  },
};

export const releaseCommand: CommandGrammar<ReleaseCommand> = {
  name: "release",
  usage: "/release [as ada] [to bob] [because …]",
  purpose: "Gives the task back, or to another agent.",
  who: "its holder, and people with write access",
  takes: "line",
  read: (argument) => {
    const [matched, as, to, because] = releasing.exec(argument) ?? [];
    return matched === undefined ? undefined : { name: "release", as, to, because };
  },
};
