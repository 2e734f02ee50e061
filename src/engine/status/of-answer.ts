/** The status of an answer: only worth a comment where it did not settle its question. */
import type { AnswerStatusData } from "../../protocol/text/status.ts";
import { rulingOnAll } from "../authority.ts";
import { mayShow } from "../privacy.ts";
import { acceptedInForce } from "../question-standing.ts";
import type { Situation } from "../rule.ts";
import { wordsOf } from "../trust.ts";
import { recordOf } from "../view.ts";
import { endingOf, isTroubled, type StatusText } from "./parts.ts";

export function ofAnswer(situation: Situation): StatusText {
  const data: AnswerStatusData = {
    notApplied: notApplied(situation),
    ...endingOf(situation),
  };
  return {
    text: { name: "status-answer", data },
    isNews: data.notApplied !== undefined || isTroubled(data),
  };
}

/** Why a readable answer did not settle its question. */
function notApplied({ view, record, context }: Situation): string | undefined {
  const message = record.reading.kind === "answer" ? record.reading.message : undefined;
  const question = message?.kind === "answer" ? recordOf(view, record, message.answers) : undefined;
  if (question === undefined || question.reading.kind !== "question") return undefined;
  const accepted = acceptedInForce(question);
  if (accepted?.answer === record.seen.id) return undefined;
  if (!mayShow(view, question, record.seen))
    return "The question is public and this repository is not: a decision from here would show there.";
  const ruling = rulingOnAll(view, question, wordsOf(view, record, context), context);
  if (ruling.allowed === false) return ruling.because;
  return accepted === undefined ? undefined : "An earlier answer settled the question.";
}
