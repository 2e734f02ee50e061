/** `/accept because …` on a handover: a person accepts it despite the verdict and gives the reason. */
import type { CommandGrammar } from "./grammar.ts";

export interface AcceptCommand {
  readonly name: "accept";
  readonly because: string;
}

export const acceptCommand: CommandGrammar<AcceptCommand> = {
  name: "accept",
  usage: "/accept because …",
  purpose: "Accepts the handover as is, for the reason given.",
  who: "people with the role set in the settings, by default `maintain` or above",
  takes: "comment",
  endsInWords: true,
  bindsText: true,
  bindsWork: true,
  read: (argument) => {
    const because = /^because[:,]?\s+(\S.*)/is.exec(argument)?.[1];
    return because === undefined ? undefined : { name: "accept", because };
  },
};
