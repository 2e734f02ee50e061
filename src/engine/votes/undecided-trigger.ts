/** Triggers an escalation for a vote that ended without a decision: tied, lost, over, or without voters. */

import { bareTitle } from "../../protocol/title.ts";
import type { EscalationDraft } from "../asking/trigger.ts";
import { waitingTasks } from "../escalations/triggers/waiting-tasks.ts";
import { currentOutcome } from "../messages/outcome.ts";
import type { RuleInput } from "../model/rule.ts";
import { type VotePoll, votePollOf } from "../polls/vote-poll.ts";
import { issueNameById, repositoryFullName } from "../wording/issue-name.ts";
import { offeredOptions } from "./offered-options.ts";
import { tallyOf } from "./tally.ts";

const ended = {
  tied: "It is tied.",
  lost: "Everyone has voted, and no option has enough votes.",
  expired: "Its time is over, and no option has enough votes.",
  void: "Its time is over, and too few of those it names can vote.",
  short: "It needs more votes than there are logins to cast them.",
  own: "Only the login that asked has voted for the option with enough votes.",
} as const;

export function undecidedVote(input: RuleInput): readonly EscalationDraft[] {
  const { record } = input;
  const poll = votePollOf(input);
  if (poll === undefined || record.seen.issueState.state === "closed" || poll.isDoubtful) return [];
  if (currentOutcome(record) !== undefined) return [];
  const result = resultOf(poll);
  return result === undefined ? [] : [draftEscalation(input, poll, result)];
}

/** How it ended without a decision; undefined while it has not. */
export function resultOf({ state, isOver, electorate, needed }: VotePoll): keyof typeof ended | undefined {
  switch (state.type) {
    case "tied":
    case "lost":
    case "expired":
    case "own":
      return state.type;
    case "void":
      // No waiting makes more logins of those it names. Where it names nobody, its author may still fix the text.
      if (electorate.faults.length === 0 && needed !== undefined) return "short";
      return isOver ? "void" : undefined;
    case "open":
    case "carried":
      return undefined;
  }
}

function draftEscalation(input: RuleInput, poll: VotePoll, result: keyof typeof ended): EscalationDraft {
  const { id, title } = input.record.seen;
  const waiting = waitingTasks(input);
  return {
    openingReason: { type: "vote", round: poll.round },
    title: bareTitle(title),
    because: ended[result],
    data: {
      reason: "vote",
      regarding: issueNameById(input, id),
      title,
      words: "",
      question: poll.vote.question,
      home: repositoryFullName(input),
      takesOptionsOnly: false,
      urgency: waiting.length > 0 ? "blocking" : "important",
      blocker: undefined,
      edges: [],
      waiting,
      options: offeredOptions(poll.vote),
      voteResult: result,
      tally: tallyOf(poll),
    },
  };
}
