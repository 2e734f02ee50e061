/** Finds what votes carried, and whether they had when something else was said: the word that came first counts. */
import { keepWords } from "../../protocol/decided-words.ts";
import { currentText } from "../matters/text-version.ts";
import type { CommentSeen } from "../model/fact.ts";
import type { Ballot, Outcome } from "../model/persisted-state.ts";
import type { RuleInput } from "../model/rule.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { compareWords, type PlacedWord } from "../model/word-order.ts";
import { type VotePoll, votePollOf, votersToKeep } from "../polls/vote-poll.ts";
import { withWithdrawn } from "../polls/withdrawn.ts";

/** The input with what is kept of its vote before it is counted: who may vote, and whose comment was deleted. */
export function prepareVote(input: RuleInput): RuleInput {
  const { record } = input;
  const persisted = withWithdrawn(record);
  const electorate = votersToKeep(input);
  const kept = electorate === undefined ? persisted : { ...persisted, electorate };
  return { ...input, record: { ...record, persisted: kept } };
}

/** An open vote only: one that was closed by hand carries nothing. */
export function carriedBy(record: IssueRecord, poll: VotePoll): Outcome | undefined {
  const { seen } = record;
  const { state, vote, ballots, electorate, isDoubtful } = poll;
  if (state.type !== "carried" || seen.issueState.state === "closed" || isDoubtful) return undefined;
  const text = vote.options[state.option - 1];
  if (text === undefined) return undefined;
  const votes = ballots.filter(({ option }) => option === state.option).length;
  return {
    how: "count",
    result: "carried",
    option: state.option,
    decision: keepWords(text),
    version: currentText(record),
    votes,
    ...(electorate.hasPeople ? {} : { voters: electorate.members.length }),
    at: Math.max(...ballots.map(({ at }) => at)),
  };
}

/** Commands are obeyed before votes are counted, and may be read together with votes that had carried an option earlier. */
export function isCarriedBefore(input: RuleInput, comment: CommentSeen): boolean {
  const prepared = prepareVote(input);
  const poll = votePollOf(prepared);
  const isCarried = poll !== undefined && carriedBy(prepared.record, poll) !== undefined;
  return isCarried && areBefore(poll.ballots, { ...comment, at: comment.createdAt });
}

export function areBefore(ballots: readonly Ballot[], word: PlacedWord): boolean {
  return ballots.every((ballot) => compareWords({ ...ballot, id: ballot.comment }, word) < 0);
}
