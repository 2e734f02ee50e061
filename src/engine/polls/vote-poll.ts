/** The poll of a vote: who may vote, which votes count, and how it stands now. */
import type { Millis } from "../../base/clock.ts";
import { parseDuration } from "../../base/duration.ts";
import type { Vote } from "../../protocol/kinds/vote.ts";
import { tellsWhose } from "../admission/own-words.ts";
import { isSameLogin } from "../admission/speaking/voice.ts";
import { isOwnText } from "../admission/text-makers.ts";
import { trustOf } from "../admission/trust.ts";
import { visibilityMs } from "../fold/seen-record.ts";
import type { Ballot, PersistedState } from "../model/persisted-state.ts";
import type { RuleInput } from "../model/rule.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { type Electorate, isVoters } from "./electorate.ts";
import { electorateIn, electorateToKeep } from "./kept-electorate.ts";
import { type PollState, stateOf, votesNeeded } from "./poll.ts";
import { isSaidByPerson } from "./speaker-name.ts";

export interface VotePoll {
  readonly vote: Vote;
  readonly round: string;
  /** Votes cast until then were for this text, but by others who could vote. */
  readonly since: Millis;
  readonly electorate: Electorate;
  /** The votes that count. */
  readonly ballots: readonly Ballot[];
  /** How many votes an option needs; undefined if no one can vote. */
  readonly needed: number | undefined;
  readonly state: PollState;
  readonly endsAt: Millis;
  readonly isOver: boolean;
  /** Whether a voter's role could not be read: nothing is settled until it can be. */
  readonly isDoubtful: boolean;
}

export function voteIn({ reading }: Pick<IssueRecord, "reading">): Vote | undefined {
  const message = reading.kind === "vote" ? reading.message : undefined;
  return message?.kind === "vote" ? message : undefined;
}

/** Undefined for all but readable votes. */
export function votePollOf(input: RuleInput): VotePoll | undefined {
  const { view, record, context } = input;
  const vote = voteIn(record);
  if (vote === undefined) return undefined;
  const { round, since, endsAt, electorate, cast } = ballotsCast(input, vote);
  const { members, hasPeople } = electorate;
  const trust = cast.map(({ by }) => trustOf(view, record.seen.repositoryId, by, context));
  const ballots = cast.filter((_, index) => trust[index] === "trusted");
  // A vote in time may not be visible yet.
  const isOver = context.now >= endsAt + visibilityMs;
  const voters = members.map(({ key }) => key);
  const poll = { voters, isOpenEnded: hasPeople, needs: vote.needs, ballots, isOver };
  return {
    vote,
    round,
    since,
    electorate,
    ballots,
    endsAt,
    isOver,
    needed: votesNeeded(poll),
    // A majority of those who happen to be known would decide for the one with the misspelled name.
    state: electorate.faults.length > 0 ? { type: "void" } : unlessOwn(input, ballots, stateOf(poll), isOver),
    isDoubtful: trust.includes("unknown"),
  };
}

/** What a login asked, or made of it, is not settled by its own vote alone, unless a person's that no agent can have cast. */
function unlessOwn(
  { record, context: { settings } }: RuleInput,
  ballots: readonly Ballot[],
  state: PollState,
  isOver: boolean,
): PollState {
  if (state.type !== "carried") return state;
  const cast = ballots.filter(({ option }) => option === state.option);
  const [first] = cast;
  const isOneLogin = first !== undefined && cast.every(({ by }) => isSameLogin(by, first.by));
  if (!isOneLogin || !isOwnText(record, first.by)) return state;
  const isPersons = cast.some(isSaidByPerson) && tellsWhose(settings, first.by.id);
  return isPersons ? state : { type: isOver ? "expired" : "own" };
}

type Asked = Pick<RuleInput, "view" | "record"> & {
  readonly context: { readonly settings: RuleInput["context"]["settings"] };
};

/** The votes by those who may vote, whether or not they still have access. */
export function ballotsCast({ view, record, context }: Asked, vote: Vote) {
  const round = roundOf(record);
  const endsAt = endOf(vote, { record, context });
  const { settings } = context;
  const { electorate, since } = electorateIn({ view, record, settings, vote, round });
  const cast = (record.persisted.ballots ?? []).filter(
    (ballot) =>
      ballot.round === round &&
      ballot.isWithdrawn !== true &&
      ballot.at > since &&
      ballot.at <= endsAt &&
      isVoters(electorate, ballot, settings),
  );
  return { round, endsAt, electorate, since, cast };
}

/** Who may vote in the round that has begun, to be kept; undefined if nothing is to be. */
export function votersToKeep({ view, record, context }: RuleInput): PersistedState["electorate"] {
  const vote = voteIn(record);
  if (vote === undefined) return undefined;
  return electorateToKeep({ view, record, vote, settings: context.settings, round: roundOf(record) });
}

/**
 * Names what is voted on, by whom: a vote counts for the text that it was cast on. Without this, a user who may
 * edit the issue could swap options, or voters, under votes already cast.
 */
export function roundOf({ seen }: Pick<IssueRecord, "seen">): string {
  return seen.reopenedAt === undefined ? seen.textHash : `${seen.textHash}@${seen.reopenedAt}`;
}

function endOf({ deadline }: Vote, { record, context }: Pick<Asked, "record" | "context">): Millis {
  if (deadline?.type === "at") return deadline.at;
  const { createdAt, reopenedAt = 0 } = record.seen;
  const length = deadline?.afterMs ?? parseDuration(context.settings.deadlines.vote) ?? 0;
  return Math.max(createdAt, reopenedAt) + length;
}
