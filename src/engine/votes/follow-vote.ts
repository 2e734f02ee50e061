/** Decides about a vote again at its deadline, and as long as a voter's role cannot be read. */
import { isAdmitted } from "../admission/trust.ts";
import { visibilityMs } from "../fold/seen-record.ts";
import { currentOutcome } from "../messages/outcome.ts";
import { nothing, type ProjectionRule, type RuleInput, refreshSelf, retryRead } from "../model/rule.ts";
import { votePollOf } from "../polls/vote-poll.ts";

export const followVote: ProjectionRule = { name: "follow-vote", project };

function project(input: RuleInput) {
  const { record, context } = input;
  const poll = votePollOf(input);
  const isOpen = record.seen.issueState.state === "open" && currentOutcome(record) === undefined;
  if (poll === undefined || !isOpen || !isAdmitted(record)) return nothing;
  const leftMs = poll.endsAt + visibilityMs - context.now;
  return {
    refreshes: [
      ...(leftMs > 0 ? [refreshSelf(record, leftMs, "The vote ends.")] : []),
      ...(poll.isDoubtful ? [retryRead(record, "A voter's role could not be read.")] : []),
    ],
  };
}
