/** Builds the status of an answer: it gets a comment only if the answer was not accepted. */
import { shorten } from "../../protocol/render/shorten.ts";
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
import { answerMeant, whyUnclear } from "./answer-meant.ts";
import { bindAnswer } from "./candidates.ts";
import { loweredAnswers } from "./lowered.ts";

export function answerStatusText(input: RuleInput): StatusText {
  const { record } = input;
  const question = questionOf(input);
  const accepted = question && currentAcceptedAnswer(question);
  const settles = accepted?.word === record.seen.id;
  const data: AnswerStatusData = {
    notApplied: explainUnusedAnswer(input),
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

function decisionSaid({ reading }: IssueRecord): string {
  const message = reading.kind === "answer" ? reading.message : undefined;
  return message?.kind === "answer" ? message.decision : "";
}

/** There is no word of it to repeat here, so the answer is asked for where it can be shown what it is about. */
function whatChanged(input: RuleInput, question: IssueRecord): string {
  const name = issueNameById(input, question.seen.id);
  return `${name} was edited, so this may answer what it said before. It is now \`${shorten(question.seen.title, 100)}\`. Read it: if the answer still holds, comment \`/answer <decision>\` there.`;
}

/** Why a readable answer was not accepted, as a sentence; undefined if it was, or if that is not known. */
export function explainUnusedAnswer(input: RuleInput): string | undefined {
  const { view, record, context } = input;
  const question = questionOf(input);
  if (question === undefined) return undefined;
  const accepted = currentAcceptedAnswer(question);
  if (accepted?.word === record.seen.id) return undefined;
  if (!mayShow(view, question, record.seen))
    return "The question is public and this repository is not: a decision from here would be disclosed there.";
  const authors = authorsOfText(view, record, context);
  const ruling = rulingOnAll(view, question, authors, context);
  if (ruling.allowed === false) return ruling.because;
  if (accepted !== undefined) return "An earlier answer settled the question.";
  const lowered = loweredAnswers({ ...input, record: question }).find(
    ({ candidate }) => candidate.id === record.seen.id,
  );
  if (lowered !== undefined)
    return `It is a suggestion, which a person approves on the question. ${lowered.reasons.join(" ")}`;
  const [first] = authors;
  const binding = first && bindAnswer(question, record, first, context);
  if (binding === undefined) return undefined;
  if (binding.type === "changed") return whatChanged(input, question);
  const said = decisionSaid(record);
  return answerMeant(question, said, binding) === undefined ? whyUnclear(said) : undefined;
}
