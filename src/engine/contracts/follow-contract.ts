/** Decides about a contract again when silence has lasted long enough, and while a speaker's role cannot be read. */
import { isAdmitted } from "../admission/trust.ts";
import { currentOutcome } from "../messages/outcome.ts";
import { nothing, type ProjectionRule, type RuleInput, refreshSelf, retryRead } from "../model/rule.ts";
import { contractPollOf } from "../polls/contract-poll.ts";

export const followContract: ProjectionRule = { name: "follow-contract", project };

function project(input: RuleInput) {
  const { record, context } = input;
  const poll = contractPollOf(input);
  const isOpen = record.seen.issueState.state === "open" && currentOutcome(record) === undefined;
  if (poll === undefined || !isOpen || !isAdmitted(record)) return nothing;
  const leftMs = poll.silentUntil - context.now;
  return {
    refreshes: [
      ...(leftMs > 0 ? [refreshSelf(record, leftMs, "No one who holds a task may have objected.")] : []),
      ...(poll.isDoubtful ? [retryRead(record, "A speaker's role could not be read.")] : []),
    ],
  };
}
