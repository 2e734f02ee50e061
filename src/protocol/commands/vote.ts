/** `/vote 2 because …` on a vote: casts or replaces the speaker's vote. */
import type { CommandGrammar } from "./grammar.ts";

export interface VoteCommand {
  readonly name: "vote";
  /** 1-based. */
  readonly option: number;
  readonly because: string | undefined;
}

const form = /^(?:(?:for\s+)?option\s+)?#?(\d{1,3})(?:[.,:]?\s+(?:because\b[:,]?\s+)?(\S.*))?$/is;

export const voteCommand: CommandGrammar<VoteCommand> = {
  name: "vote",
  usage: "/vote 2 because …",
  purpose: "Votes for the option with that number; your last vote counts.",
  who: "those whom the vote names",
  takes: "comment",
  endsInWords: true,
  bindsText: true,
  read: (argument) => {
    const [, option, because] = form.exec(argument) ?? [];
    return option === undefined ? undefined : { name: "vote", option: Number(option), because };
  },
};
