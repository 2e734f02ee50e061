/** Derives the moments of an issue. A text that nobody with write access is responsible for has none. */
import type { KindName } from "../../protocol/kinds/kinds.ts";
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

/** Kinds without an entry have no moments. */
const byKind: Readonly<Partial<Record<KindName, (record: IssueRecord) => readonly Said[]>>> = {
  task: taskMoments,
  question: questionMoments,
  answer: answerMoments,
  handover: handoverMoments,
  escalation: escalationMoments,
};

function momentsOfKind(record: IssueRecord): readonly Said[] {
  const { kind } = record.reading;
  return (kind === undefined ? undefined : byKind[kind]?.(record)) ?? [];
}
