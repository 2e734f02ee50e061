/** Handles `/vote`: keeps the vote of the speaker's login, once, if it may vote on the text as it is. */
import { toMinuteUtc } from "../../base/clock.ts";
import type { VoteCommand } from "../../protocol/commands/vote.ts";
import { voiceOfComment } from "../admission/speaking/voice.ts";
import { isAdmitted } from "../admission/trust.ts";
import { keepBallot } from "../asking/keep-ballot.ts";
import { bindComment } from "../commands/bind-comment.ts";
import { type CommandAction, type CommandOutcome, refuse, refuseMalformed } from "../commands/order.ts";
import { currentOutcome } from "../messages/outcome.ts";
import type { CommentSeen } from "../model/fact.ts";
import type { RuleInput } from "../model/rule.ts";
import { voterOf } from "../polls/electorate.ts";
import { provenSpeaker } from "../polls/speaker-name.ts";
import { type VotePoll, votePollOf } from "../polls/vote-poll.ts";
import { isCarriedBefore } from "./carried.ts";
import { whyNoVoter } from "./why-no-voter.ts";

export const castBallot: CommandAction<VoteCommand> = (input, command, comment) => {
  const { record, context } = input;
  const { option } = command;
  if (record.reading.kind !== "vote") return refuse("This issue is not a vote. Comment it on the vote.");
  if (record.persisted.obeyed.includes(comment.id)) return { type: "done" };
  const poll = votePollOf(input);
  if (poll === undefined || !isAdmitted(record))
    return refuse("The vote cannot be read yet. Fix its body first, as its status comment shows.");
  const refusal = whyOver(input, poll, comment) ?? whyNoOption(poll, option);
  if (refusal !== undefined) return refusal;
  const voice = voiceOfComment(record, comment, context);
  const voter = voterOf(poll.electorate, voice);
  if (voter === undefined) return refuse(whyNoVoter(poll.electorate, voice));
  const binding = bindComment(input, comment, command);
  if (binding.type === "refused") return binding.outcome;
  const speaker = provenSpeaker(voice);
  return keepBallot(record, comment, {
    voter,
    option,
    round: poll.round,
    ...(speaker === undefined ? {} : { speaker }),
  });
};

function whyOver(input: RuleInput, { endsAt }: VotePoll, comment: CommentSeen): CommandOutcome | undefined {
  const { record } = input;
  const { seen } = record;
  const { createdAt } = comment;
  if (currentOutcome(record) !== undefined || isCarriedBefore(input, comment))
    return refuse("It has been decided. To vote again, reopen it.");
  if (seen.issueState.state === "closed") return refuse("It is closed. To vote, reopen it.");
  if (createdAt < (seen.reopenedAt ?? 0)) return refuse("It has been reopened since. Vote again.");
  return createdAt > endsAt
    ? refuse(`It ended at ${toMinuteUtc(endsAt)}. A person decides now: \`/decide 1\`.`)
    : undefined;
}

function whyNoOption({ vote }: VotePoll, option: number): CommandOutcome | undefined {
  const { length } = vote.options;
  return option >= 1 && option <= length ? undefined : refuseMalformed(`There are ${length} options.`);
}
