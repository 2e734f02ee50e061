/**
 * `/decide 2 because …` on an escalation chooses an option and gives the reason; `/decide because …` decides
 * in the author's own words.
 */
import type { CommandGrammar } from "./grammar.ts";

export type DecideCommand =
  | {
      readonly name: "decide";
      /** 1-based. */
      readonly option: number;
      readonly because: string | undefined;
    }
  /** None of the options: `words` are the decision. */
  | { readonly name: "decide"; readonly option: undefined; readonly words: string };

const form = /^(?:option\s+)?(\d{1,3})(?:[.,:]?\s+(?:because\b[:,]?\s+)?(\S.*))?$/is;
const ownWords = /^because\b[:,]?\s+(\S.*)/is;

export const decideCommand: CommandGrammar<DecideCommand> = {
  name: "decide",
  usage: "/decide 2 because …",
  purpose: "Decides the escalation by taking the option with that number, and says why.",
  who: "people the policy allows",
  takes: "comment",
  endsInWords: true,
  bindsText: true,
  read: (argument) => {
    const [, option, because] = form.exec(argument) ?? [];
    if (option !== undefined) return { name: "decide", option: Number(option), because };
    const words = ownWords.exec(argument)?.[1];
    return words === undefined ? undefined : { name: "decide", option: undefined, words };
  },
};
