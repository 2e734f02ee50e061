/**
 * Computes the state of a question. A closed question is not necessarily answered: only an effective
 * acceptance answers it.
 */
import type { Question } from "../../protocol/kinds/question.ts";
import type { Accepted } from "../model/persisted-state.ts";
import type { IssueRecord } from "../model/snapshot.ts";

export type QuestionState =
  | "open"
  | "answered"
  | "withdrawn"
  | "dead"
  | "closed without an answer"
  /** It was answered and closed, and then the answer was deleted: what it unblocked stays unblocked. */
  | "answer deleted";

/** Undefined for issues of other kinds, and for a question that cannot be read. */
export function questionIn({ reading }: Pick<IssueRecord, "reading">): Question | undefined {
  const message = reading.kind === "question" ? reading.message : undefined;
  return message?.kind === "question" ? message : undefined;
}

/**
 * The accepted answer, unless it was deleted or the question was reopened after it: reopening disputes it.
 */
export function currentAcceptedAnswer(record: IssueRecord): Accepted | undefined {
  const { accepted } = record.persisted;
  if (accepted === undefined || accepted.gone === true) return undefined;
  return accepted.at >= (record.seen.reopenedAt ?? 0) ? accepted : undefined;
}

export function questionState(record: IssueRecord): QuestionState {
  const { issueState } = record.seen;
  if (issueState.state === "closed" && issueState.reason === "not_planned")
    return isWithdrawn(record) ? "withdrawn" : "dead";
  if (issueState.state === "closed" && issueState.reason === "duplicate") return "dead";
  if (currentAcceptedAnswer(record) !== undefined) return "answered";
  if (issueState.state === "open") return "open";
  return record.persisted.accepted?.gone === true ? "answer deleted" : "closed without an answer";
}

/** Closed as not planned by its asker. */
function isWithdrawn(record: IssueRecord): boolean {
  const { issueState, author, closedBy } = record.seen;
  return (
    issueState.state === "closed" &&
    issueState.reason === "not_planned" &&
    author !== undefined &&
    closedBy?.id === author.id
  );
}
