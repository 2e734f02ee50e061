/** Derives the moments of questions, and of the coordinator's answers. */
import type { Millis } from "../../../base/clock.ts";
import { currentAcceptedAnswer, questionState } from "../../messages/question-state.ts";
import { questionBehind } from "../../messages/suggestion.ts";
import type { Accepted } from "../../model/persisted-state.ts";
import type { IssueRecord } from "../../model/snapshot.ts";
import { type Said, taskName } from "../moment.ts";

export function questionMoments(record: IssueRecord): readonly Said[] {
  const { createdAt, reopenedAt } = record.seen;
  const accepted = currentAcceptedAnswer(record);
  const answeredAt = accepted && answerTime(record, accepted);
  return [
    { type: "asked", at: createdAt },
    ...(accepted === undefined ? [] : answerMoment(record, accepted)),
    ...(questionState(record) === "open" ? [{ type: "waits", since: createdAt } as const] : []),
    ...(reopenedAt === undefined ? [] : [{ type: "reopened", at: reopenedAt } as const]),
    ...heldTasks(record, answeredAt ?? record.seen.closedAt),
  ];
}

function answerMoment(record: IssueRecord, accepted: Accepted): readonly Said[] {
  const { word: answer, number, by, overrules, at: createdAt } = accepted;
  const at = answerTime(record, accepted);
  // A comment has no moments of its own to look up.
  const about = number === undefined ? undefined : answer;
  return [
    { type: "answered", at, since: record.seen.createdAt, by: by.id, about },
    ...(overrules === undefined ? [] : [{ type: "overruled", at: createdAt, about: overrules } as const]),
  ];
}

/**
 * An answer counts from the moment that its question is closed, which follows at once: one that had to be approved was
 * written long before. The question of one that was replaced was closed when the first one counted.
 */
function answerTime({ seen }: IssueRecord, { at: createdAt, overrules }: Accepted): Millis {
  const { issueState, closedAt = 0 } = seen;
  if (issueState.state !== "closed" || issueState.reason !== "completed") return createdAt;
  return overrules === undefined ? Math.max(createdAt, closedAt) : closedAt;
}

function heldTasks(record: IssueRecord, at: Millis | undefined): readonly Said[] {
  const { reading, seen } = record;
  const message = reading.kind === "question" ? reading.message : undefined;
  if (message?.kind !== "question") return [];
  return message.blockingTasks.map((task) => ({
    type: "held",
    since: seen.createdAt,
    at,
    about: taskName(record, task),
  }));
}

/** By the seal of its body, not by its author: only what we opened as an answer is the coordinator's. */
export function answerMoments(record: IssueRecord): readonly Said[] {
  const { issueState, closedAt, createdAt } = record.seen;
  const question = questionBehind(record);
  const hasCounted = issueState.state === "closed" && issueState.reason === "completed";
  if (question === undefined || !hasCounted) return [];
  const { approver, by } = record.persisted.admitted ?? {};
  const approved = approver === undefined ? {} : { by };
  return [
    {
      type: "coordinator-answered",
      at: closedAt ?? createdAt,
      since: createdAt,
      about: question,
      ...approved,
    },
  ];
}
