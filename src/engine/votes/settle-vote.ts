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
import type { Decided } from "../escalations/escalation-state.ts";
import { currentText } from "../matters/text-version.ts";
import { openingReasonOf } from "../messages/opening-reason.ts";
import { currentOutcome } from "../messages/outcome.ts";
import type { Outcome } from "../model/persisted-state.ts";
import { isSameState } from "../model/persisted-state.ts";
import { type DelayedRefresh, nothing, type RuleInput, refreshSelf, type StateRule } from "../model/rule.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { recordOf } from "../model/view.ts";
import type { PlacedWord } from "../model/word-order.ts";
import { type VotePoll, votePollOf } from "../polls/vote-poll.ts";
import { areBefore, carriedBy, prepareVote } from "./carried.ts";
import { offeredOptions } from "./offered-options.ts";

export const settleVote: StateRule = { name: "settle-vote", updateState };

function updateState(input: RuleInput) {
  const { record } = input;
  if (!isAdmitted(record) || currentOutcome(record) !== undefined) return nothing;
  const prepared = prepareVote(input);
  const poll = votePollOf(prepared);
  if (poll === undefined) return nothing;
  const kept = prepared.record.persisted;
  const outcome = firstOutcome(prepared, poll);
  if (outcome === undefined) return isSameState(kept, record.persisted) ? nothing : { persisted: kept };
  const persisted = withQuestionSettled(prepared, { ...kept, outcome }, firstWord(outcome, poll));
  return { persisted, refreshes: refreshesAround(prepared, poll) };
}

/** Votes may carry an option after people were asked, and be read together with what a person decided then. */
function firstOutcome(input: RuleInput, poll: VotePoll): Outcome | undefined {
  const carried = carriedBy(input.record, poll);
  const said = decisionOn(input, poll);
  if (said === undefined || (carried !== undefined && areBefore(poll.ballots, placeOf(said)))) return carried;
  return decidedBy(input, poll, said);
}

/** Each voter has to have been shown the question, not the last one only. */
function firstWord({ how, at }: Outcome, { ballots }: VotePoll): Millis {
  return how === "count" ? Math.min(...ballots.map((ballot) => ballot.at)) : at;
}

interface DecisionInEscalation {
  readonly escalation: IssueRecord;
  readonly decided: Decided;
}

function placeOf({ decided, escalation: { seen } }: DecisionInEscalation): PlacedWord {
  const { at, commentNumber } = decided;
  return { at, commentNumber, number: seen.number, id: seen.id };
}

/** What a person decided after the vote ended without a decision. A default is no person's word. */
function decisionOn({ view, record }: RuleInput, { round }: VotePoll): DecisionInEscalation | undefined {
  for (const escalation of escalationsAbout(view, record.seen.id)) {
    const { decided } = escalation.persisted;
    const reason = openingReasonOf(view, escalation);
    if (decided === undefined || isByDefault(decided)) continue;
    if (reason?.type === "vote" && reason.round === round) return { escalation, decided };
  }
  return undefined;
}

function decidedBy(
  { record }: RuleInput,
  { vote }: VotePoll,
  { escalation, decided }: DecisionInEscalation,
): Outcome {
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

/** The question that it answers, and our escalation that is no longer needed. */
function refreshesAround({ view, record }: RuleInput, { vote }: VotePoll): readonly DelayedRefresh[] {
  const question = vote.regarding && recordOf(view, record, vote.regarding);
  const others = [...(question === undefined ? [] : [question]), ...escalationsAbout(view, record.seen.id)];
  return others.map((other) => refreshSelf(other, 0, "A vote about it was decided."));
}
