/**
 * Keeps what became of a vote, once: what was carried, or what a person decided in its escalation. Marks votes
 * whose comments were deleted; they stay listed, so that nothing changes unseen.
 */
import type { Millis } from "../../base/clock.ts";
import { keepWords, wordsAlone } from "../../protocol/decided-words.ts";
import { isAdmitted } from "../admission/trust.ts";
import { isByDefault } from "../asking/decide-how.ts";
import { escalationsAbout } from "../asking/escalations-about.ts";
import { withQuestionSettled } from "../asking/regarded-question.ts";
import { currentText } from "../matters/text-version.ts";
import { openingReasonOf } from "../messages/opening-reason.ts";
import { currentOutcome } from "../messages/outcome.ts";
import type { Outcome, PersistedState } from "../model/persisted-state.ts";
import { isSameState } from "../model/persisted-state.ts";
import { type DelayedRefresh, nothing, type RuleInput, refreshSelf, type StateRule } from "../model/rule.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { recordOf } from "../model/view.ts";
import { type VotePoll, votePollOf, votersToKeep } from "../polls/vote-poll.ts";
import { withWithdrawn } from "../polls/withdrawn.ts";
import { offeredOptions } from "./offered-options.ts";

export const settleVote: StateRule = { name: "settle-vote", updateState };

function updateState(input: RuleInput) {
  const { record } = input;
  if (record.reading.kind !== "vote" || !isAdmitted(record) || currentOutcome(record) !== undefined)
    return nothing;
  const prepared = { ...record, persisted: withVoters(input, withWithdrawn(record)) };
  const settled = { ...input, record: prepared };
  const poll = votePollOf(settled);
  const outcome = poll && (decidedIn(settled, poll) ?? carriedBy(prepared, poll));
  const persisted =
    outcome === undefined
      ? prepared.persisted
      : withQuestionSettled(settled, { ...prepared.persisted, outcome }, firstWord(outcome, poll));
  if (isSameState(persisted, record.persisted)) return nothing;
  return { persisted, refreshes: outcome === undefined ? [] : refreshesAround(settled, poll) };
}

/** Each voter has to have been shown the question, not the last one only. */
function firstWord({ how, at }: Outcome, poll: VotePoll | undefined): Millis {
  return how === "count" && poll !== undefined
    ? Math.min(at, ...poll.ballots.map((ballot) => ballot.at))
    : at;
}

function withVoters(input: RuleInput, persisted: PersistedState): PersistedState {
  const electorate = votersToKeep(input);
  return electorate === undefined ? persisted : { ...persisted, electorate };
}

/** An open vote only: one that was closed by hand carries nothing. */
function carriedBy(record: IssueRecord, poll: VotePoll): Outcome | undefined {
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

/** What a person decided after the vote ended without a decision. A default is no person's word. */
function decidedIn({ view, record }: RuleInput, { round, vote }: VotePoll): Outcome | undefined {
  for (const escalation of escalationsAbout(view, record.seen.id)) {
    const { decided } = escalation.persisted;
    const reason = openingReasonOf(view, escalation);
    if (decided === undefined || isByDefault(decided)) continue;
    if (reason?.type !== "vote" || reason.round !== round) continue;
    const { option = 0, decision: text, because, by, at, row } = decided;
    // Its body may have been edited, so the words that the person saw count, not the number alone.
    const isOffered = offeredOptions(vote)[option - 1]?.text === wordsAlone(text);
    const whole = isOffered ? vote.options[option - 1] : undefined;
    return {
      how: "decision",
      word: escalation.seen.id,
      result: "decided",
      decision: whole === undefined ? text : keepWords(whole),
      version: currentText(record),
      by,
      at,
      row,
      number: escalation.seen.number,
      ...(whole === undefined ? {} : { option }),
      ...(because === "" ? {} : { because }),
    };
  }
  return undefined;
}

/** The question that it answers, and our escalation that is no longer needed. */
function refreshesAround({ view, record }: RuleInput, poll: VotePoll | undefined): readonly DelayedRefresh[] {
  const question = poll?.vote.regarding && recordOf(view, record, poll.vote.regarding);
  const others = [...(question === undefined ? [] : [question]), ...escalationsAbout(view, record.seen.id)];
  return others.map((other) => refreshSelf(other, 0, "A vote about it was decided."));
}
