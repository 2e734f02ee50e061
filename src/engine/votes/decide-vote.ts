/** Handles `/decide` on a vote: a person who may, decides it at any time, whatever the votes are. */
import type { DecideCommand } from "../../protocol/commands/decide.ts";
import { keepWords } from "../../protocol/decided-words.ts";
import { isPerson } from "../admission/authority.ts";
import { voiceOfComment } from "../admission/speaking/voice.ts";
import { isAdmitted } from "../admission/trust.ts";
import { withQuestionSettled } from "../asking/regarded-question.ts";
import { rulingOnPerson } from "../asking/rule-on-person.ts";
import { bindComment } from "../commands/bind-comment.ts";
import { type CommandAction, refuse, refuseMalformed, refuseRuling } from "../commands/order.ts";
import { settledBy } from "../matters/settled-by.ts";
import { currentOutcome } from "../messages/outcome.ts";
import type { CommentSeen } from "../model/fact.ts";
import type { RuleInput } from "../model/rule.ts";
import { recordOf } from "../model/view.ts";
import { voteIn, votePollOf } from "../polls/vote-poll.ts";
import { isCarriedBefore } from "./carried.ts";

export const decideVote: CommandAction<DecideCommand> = (input, command, comment) => {
  const { view, record, context } = input;
  const { persisted, seen } = record;
  if (persisted.obeyed.includes(comment.id)) return { type: "done" };
  const vote = voteIn(record);
  if (vote === undefined || !isAdmitted(record))
    return refuse("The vote cannot be read yet. Fix its body first, as its status comment shows.");
  if (currentOutcome(record) !== undefined || isCarriedBefore(input, comment))
    return refuse("It has been decided. To decide it again, reopen it.");
  if (comment.createdAt < (seen.reopenedAt ?? 0))
    return refuse("It has been reopened since. Decide it again.");
  const by = voiceOfComment(record, comment, context);
  if (!isPerson(by, context)) return refuse(whyNoPerson(input, comment));
  const text = command.option === undefined ? command.words : vote.options[command.option - 1];
  if (text === undefined) return refuseMalformed(`There are ${vote.options.length} options.`);
  const ruling = rulingOnPerson(input, by, {
    about: vote.regarding && recordOf(view, record, vote.regarding),
    name: "vote",
  });
  if (ruling.allowed === "unknown") return { type: "elsewhere" };
  if (!ruling.allowed) return refuseRuling(ruling);
  const binding = bindComment(input, comment, command);
  if (binding.type === "refused") return binding.outcome;
  const outcome = {
    ...settledBy(comment),
    result: "decided" as const,
    decision: keepWords(text),
    version: binding.text,
    row: ruling.row,
    ...(command.option === undefined ? {} : { option: command.option, because: command.because }),
    ...(comment.commentNumber === undefined ? {} : { commentNumber: comment.commentNumber }),
  };
  const settled = { ...persisted, outcome };
  // A page shows the vote, and not our status on it.
  return {
    type: "done",
    persisted: comment.shown === undefined ? withQuestionSettled(input, settled, comment.createdAt) : settled,
  };
};

/** An agent is sent to vote only while its vote would count. */
function whyNoPerson(input: RuleInput, { createdAt }: CommentSeen): string {
  const poll = votePollOf(input);
  return poll !== undefined && createdAt > poll.endsAt
    ? "It has ended, and only a person can decide it now. Ask one with write access to comment the same."
    : "Only a person can decide it. Agents vote: `/vote 1`.";
}
