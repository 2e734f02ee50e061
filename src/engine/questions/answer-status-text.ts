/** Builds the status of an answer: it gets a comment only if the answer was not accepted. */
import type { AnswerStatusData } from "../../protocol/text/status.ts";
import { rulingOnAll } from "../admission/authority.ts";
import { mayShow } from "../admission/privacy.ts";
import { authorsOfText } from "../admission/trust.ts";
import { currentAcceptedAnswer } from "../messages/question-state.ts";
import type { RuleInput } from "../model/rule.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { recordOf } from "../model/view.ts";
import { issueNameById } from "../wording/issue-name.ts";
import { isTroubled, type StatusText, statusEnding } from "../wording/status-parts.ts";

export function answerStatusText(input: RuleInput): StatusText {
  const { record } = input;
  const question = questionOf(input);
  const accepted = question && currentAcceptedAnswer(question);
  const settles = accepted?.answer === record.seen.id;
  const data: AnswerStatusData = {
    notApplied: notApplied(input),
    status: settles ? "settles" : "received",
    question: question && issueNameById(input, question.seen.id),
    approvedBy: record.persisted.admitted?.approver,
    policyRow: settles ? accepted.row : undefined,
    ...statusEnding(input),
  };
  return {
    text: { name: "status-answer", data },
    isNews: data.notApplied !== undefined || isTroubled(data),
  };
}

/** The question that a readable answer names. */
function questionOf({ view, record }: RuleInput): IssueRecord | undefined {
  const message = record.reading.kind === "answer" ? record.reading.message : undefined;
  const found = message?.kind === "answer" ? recordOf(view, record, message.answers) : undefined;
  return found?.reading.kind === "question" ? found : undefined;
}

/** Why a readable answer was not accepted. */
function notApplied(input: RuleInput): string | undefined {
  const { view, record, context } = input;
  const question = questionOf(input);
  if (question === undefined) return undefined;
  const accepted = currentAcceptedAnswer(question);
  if (accepted?.answer === record.seen.id) return undefined;
  if (!mayShow(view, question, record.seen))
    return "The question is public and this repository is not: a decision from here would be disclosed there.";
  const ruling = rulingOnAll(view, question, authorsOfText(view, record, context), context);
  if (ruling.allowed === false) return ruling.because;
  return accepted === undefined ? undefined : "An earlier answer settled the question.";
}
