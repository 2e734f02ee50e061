/** Lists who objects to a contract, with their words as far as they are known. */
import type { ObjectionLine } from "../../protocol/text/lines.ts";
import type { RuleInput } from "../model/rule.ts";
import { spokenCommands } from "../model/spoken-commands.ts";
import { contractPollOf } from "../polls/contract-poll.ts";
import { agentNameIn } from "../polls/speaker-name.ts";
import { words } from "../polls/words.ts";

export function objectionsIn(input: RuleInput): readonly ObjectionLine[] {
  const { record } = input;
  const poll = contractPollOf(input);
  if (poll === undefined) return [];
  const breaking = (record.persisted.ballots ?? []).filter(
    ({ option, isWithdrawn }) => option === words.breaking && isWithdrawn !== true,
  );
  return [...poll.objections, ...breaking].map((ballot) => ({
    by: agentNameIn(ballot),
    isBreaking: ballot.option === words.breaking,
    because: ballot.because ?? becauseIn(input, ballot.comment),
  }));
}

function becauseIn({ record }: RuleInput, comment: string): string | undefined {
  const said = record.seen.comments.find(({ id }) => id === comment);
  return (said === undefined ? [] : spokenCommands(said)).flatMap((command) =>
    command.name === "object" ? command.because : [],
  )[0];
}
