/** Lists, for texts, who voted for what. */
import type { TallyLine } from "../../protocol/text/lines.ts";
import type { Ballot, Outcome } from "../model/persisted-state.ts";
import type { VotePoll } from "../polls/vote-poll.ts";

export function tallyOf(poll: Pick<VotePoll, "vote" | "electorate" | "ballots">): readonly TallyLine[] {
  return poll.vote.options.map((text, index) => {
    const cast = poll.ballots.filter(({ option }) => option === index + 1);
    return {
      number: index + 1,
      text,
      voters: cast.map((each) => nameIn(poll, each)),
    };
  });
}

/** What a voter is called: an agent's name, else the login. */
export function nameIn({ electorate }: Pick<VotePoll, "electorate">, { voter, by }: Ballot): string {
  const names = electorate.members.find(({ key }) => key === voter)?.names ?? [];
  return names.length === 0 ? by.login : names.join("/");
}

/** How many votes the carried option had: "2 of 3", or "2" where the number of voters is open. */
export function votesIn(outcome: Outcome | undefined): string | undefined {
  if (outcome?.votes === undefined) return undefined;
  return outcome.voters === undefined ? String(outcome.votes) : `${outcome.votes} of ${outcome.voters}`;
}

/** Those whom the vote names, who can vote and have not. */
export function missingIn({
  electorate,
  ballots,
}: Pick<VotePoll, "electorate" | "ballots">): readonly string[] {
  return electorate.members
    .filter(({ key }) => !electorate.left.includes(key) && !ballots.some(({ voter }) => voter === key))
    .map(({ names }) => names.join("/"));
}

/** Those whom the vote names and who can no longer vote. */
export function leftIn({ electorate: { members, left } }: Pick<VotePoll, "electorate">): readonly string[] {
  return members.filter(({ key }) => left.includes(key)).map(({ names }) => names.join("/"));
}
