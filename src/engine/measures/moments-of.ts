/** Derives the moments of an issue. A text that nobody with write access is responsible for has none. */
import { unreachable } from "../../base/errors.ts";
import { isAdmitted } from "../admission/trust.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { answerMoments, questionMoments } from "./derived/asking.ts";
import { commandMoments } from "./derived/commands.ts";
import { escalationMoments } from "./derived/escalations.ts";
import { handoverMoments } from "./derived/handovers.ts";
import { taskMoments } from "./derived/tasks.ts";
import type { Moment, Said } from "./moment.ts";

export function momentsOf(record: IssueRecord): readonly Moment[] {
  const { id: issueId, repositoryId } = record.seen;
  const said = [...(isAdmitted(record) ? momentsOfKind(record) : []), ...commandMoments(record)];
  return said.map((each) => ({ ...each, issueId, repositoryId }));
}

function momentsOfKind(record: IssueRecord): readonly Said[] {
  const { kind } = record.reading;
  switch (kind) {
    case "task":
      return taskMoments(record);
    case "question":
      return questionMoments(record);
    case "answer":
      return answerMoments(record);
    case "handover":
      return handoverMoments(record);
    case "escalation":
      return escalationMoments(record);
    case "discovery":
    case "space":
    case undefined:
      return [];
    default:
      return unreachable(kind);
  }
}
