/**
 * Handles `/answer`: the rule that evaluates all answers accepts it; here, a user who may not answer the
 * question is told so. A later answer is not refused: if it disagrees, people are asked which one counts.
 */
import type { AnswerCommand } from "../../protocol/commands/answer.ts";
import { type Ruling, rulingOn } from "../admission/authority.ts";
import { voiceOfComment } from "../admission/speaking/voice.ts";
import { isAdmitted } from "../admission/trust.ts";
import { bindComment, wordIn } from "../commands/bind-comment.ts";
import { type CommandAction, type CommandOutcome, refuse, refuseRuling } from "../commands/order.ts";
import { bindWord } from "../matters/bind-word.ts";
import { wayOf } from "../matters/settled-by.ts";
import { currentText } from "../matters/text-version.ts";
import { currentAcceptedAnswer, questionIn, questionState } from "../messages/question-state.ts";
import type { CommentSeen, NodeId } from "../model/fact.ts";
import { parseIssueKey } from "../model/keys/issue-key.ts";
import type { Accepted } from "../model/persisted-state.ts";
import type { RuleInput } from "../model/rule.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { acceptedFrom, isAnsweredBefore, refreshesOnceAnswered } from "./accept-answer.ts";
import { answerMeant, whyUnclear } from "./answer-meant.ts";
import { whyKept, whyLowered } from "./lowered.ts";

export const answer: CommandAction<AnswerCommand> = (input, command, comment) => {
  const { view, record, context } = input;
  const { id, createdAt } = comment;
  if (record.reading.kind !== "question")
    return refuse("This issue is not a question. Comment it on the question.");
  const ruling = rulingOn(view, record, voiceOfComment(record, comment, context), context);
  if (ruling.allowed === false) return refuseRuling(ruling);
  // Reopening the question disputed every earlier answer, whether it was the accepted one or not.
  if (createdAt < (record.seen.reopenedAt ?? 0)) return { type: "elsewhere" };
  const accepted = currentAcceptedAnswer(record);
  if (accepted !== undefined && createdAt < accepted.at && !isWeighed(record, accepted, id))
    return refuse("The question has already been answered. To answer it again, reopen it first.");
  const binding = accepted === undefined ? bindComment(input, comment, command) : undefined;
  if (binding?.type === "refused") return binding.outcome;
  const decision = decisionIn(input, command, comment);
  if (decision === undefined && (accepted === undefined || !isWeighed(record, accepted, id)))
    return refuse(whyUnclear(command.decision));
  if (comment.shown !== undefined && decision !== undefined)
    return answerOnPage(input, decision, comment, ruling);
  return questionIn(record) === undefined
    ? refuse("The question cannot be read yet. Once its body is fixed, answer what it says then.")
    : { type: "elsewhere" };
};

function decisionIn(input: RuleInput, command: AnswerCommand, comment: CommentSeen): string | undefined {
  const { record, context } = input;
  return answerMeant(record, command.decision, bindWord(record, wordIn(input, comment, command), context));
}

/** A page's order is in no comment, from which the rule that evaluates all answers could take it. */
function answerOnPage(
  input: RuleInput,
  decision: string,
  comment: CommentSeen,
  ruling: Ruling,
): CommandOutcome {
  const { record, context } = input;
  if (questionIn(record) === undefined || !isAdmitted(record))
    return refuse("The question cannot be read yet. Fix its body first, as its status comment shows.");
  if (ruling.allowed !== true) return { type: "elsewhere" };
  const isAnswered = isAnsweredBefore(input, comment);
  if (isAnswered === "unknown") return { type: "elsewhere" };
  if (questionState(record) !== "open" || isAnswered)
    return refuse("The question is no longer open. To answer it again, reopen it first.");
  const by = voiceOfComment(record, comment, context);
  const { id, createdAt } = comment;
  const said = { id, number: undefined, by: [by], decision, createdAt, how: wayOf(id) } as const;
  const reasons = [whyKept(input, said) ?? [], whyLowered(input, said, ruling)].flat();
  // No comment has it, so it cannot stand as a suggestion: an agent suggests by `/answer`.
  if (reasons.length > 0)
    return refuse(
      `A person decides: ${reasons.join(" ")} Suggest it by \`/answer\` in a comment, which a person can approve.`,
    );
  const accepted = acceptedFrom(said, currentText(record), ruling.row);
  return {
    type: "done",
    persisted: { ...record.persisted, accepted },
    refreshes: refreshesOnceAnswered(input),
  };
}

/** It was accepted, or people were asked whether it should be. */
function isWeighed({ persisted }: IssueRecord, accepted: Accepted, comment: NodeId): boolean {
  return accepted.word === comment || persisted.opened.some(({ key }) => isAskedAbout(key, comment));
}

function isAskedAbout(written: string, answer: NodeId): boolean {
  const key = parseIssueKey(written);
  const reason = key?.type === "opened" ? key.openingReason : undefined;
  if (reason?.type !== "contradiction") return false;
  return reason.acceptedId === answer || reason.otherId === answer;
}
