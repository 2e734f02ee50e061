/** `/ack` and `/object because …` on a contract: whether its speaker agrees to the interface. */
import type { CommandGrammar } from "./grammar.ts";

export interface AckCommand {
  readonly name: "ack";
  readonly because: string | undefined;
}

export interface ObjectCommand {
  readonly name: "object";
  /** Whether the change breaks what the speaker builds, whatever its version says. */
  readonly isBreaking: boolean;
  readonly because: string;
}

export const ackCommand: CommandGrammar<AckCommand> = {
  name: "ack",
  usage: "/ack",
  purpose: "Agrees to the contract, for the task that you hold.",
  who: "holders of its tasks",
  takes: "comment",
  endsInWords: true,
  bindsText: true,
  read: (argument) => {
    const because = /^because\b[:,]?\s+(\S.*)/is.exec(argument)?.[1];
    return argument === "" || because !== undefined ? { name: "ack", because } : undefined;
  },
};

export const objectCommand: CommandGrammar<ObjectCommand> = {
  name: "object",
  usage: "/object [breaking] because …",
  purpose: "Objects to the contract, which keeps it open; `breaking` puts the change before a person.",
  who: "anyone with write access",
  takes: "comment",
  endsInWords: true,
  bindsText: true,
  read: (argument) => {
    const [, breaking, because] = /^(breaking\b[:,]?\s+)?because\b[:,]?\s+(\S.*)/is.exec(argument) ?? [];
    return because === undefined
      ? undefined
      : { name: "object", isBreaking: breaking !== undefined, because };
  },
};
