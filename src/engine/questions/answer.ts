/**
 * Handles `/answer`: the rule that evaluates all answers accepts it; here, a user who may not answer the
 * question is told so. A later answer is not refused: if it disagrees, people are asked which one counts.
 */
import type { AnswerCommand } from "../../protocol/commands/answer.ts";
import { rulingOn } from "../admission/authority.ts";
import { voiceOfComment } from "../admission/speaking/voice.ts";
import { bindComment } from "../commands/bind-comment.ts";
import { type CommandAction, refuse } from "../commands/order.ts";
import { currentAcceptedAnswer } from "../messages/question-state.ts";
import type { NodeId } from "../model/fact.ts";
import { parseIssueKey } from "../model/keys/issue-key.ts";
import type { Accepted } from "../model/persisted-state.ts";
import type { IssueRecord } from "../model/snapshot.ts";

export const answer: CommandAction<AnswerCommand> = (input, _, comment) => {
  const { view, record, context } = input;
  const { id, createdAt } = comment;
  if (record.reading.kind !== "question")
    return refuse("This issue is not a question. Comment it on the question.");
  const ruling = rulingOn(view, record, voiceOfComment(record, comment, context), context);
  if (ruling.allowed === false) return refuse(ruling.because);
  // Reopening the question disputed every earlier answer, whether it was the accepted one or not.
  if (createdAt < (record.seen.reopenedAt ?? 0)) return { type: "elsewhere" };
  const accepted = currentAcceptedAnswer(record);
  if (accepted !== undefined && createdAt < accepted.createdAt && !isWeighed(record, accepted, id))
    return refuse("The question has already been answered. To answer it again, reopen it first.");
  const binding = accepted === undefined ? bindComment(input, comment) : undefined;
  if (binding?.type === "refused") return binding.outcome;
  return record.reading.message === undefined
    ? {
        type: "refused",
        reason: "It counts as soon as the question's body is fixed; you need not repeat it.",
        countsLater: true,
      }
    : { type: "elsewhere" };
};

/** It was accepted, or people were asked whether it should be. */
function isWeighed({ persisted }: IssueRecord, accepted: Accepted, comment: NodeId): boolean {
  return accepted.answer === comment || persisted.opened.some(({ key }) => isAskedAbout(key, comment));
}

function isAskedAbout(written: string, answer: NodeId): boolean {
  const key = parseIssueKey(written);
  const reason = key?.type === "opened" ? key.openingReason : undefined;
  if (reason?.type !== "contradiction") return false;
  return reason.acceptedId === answer || reason.otherId === answer;
}
