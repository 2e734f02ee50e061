/** Derives the moments of escalations. */
import type { Millis } from "../../../base/clock.ts";
import { isByDefault } from "../../asking/decide-how.ts";
import { escalationIn } from "../../messages/subject.ts";
import type { IssueRecord } from "../../model/snapshot.ts";
import { type Said, taskName } from "../moment.ts";

export function escalationMoments(record: IssueRecord): readonly Said[] {
  const { createdAt } = record.seen;
  const end = endOf(record);
  return [
    { type: "escalated", at: createdAt },
    ...(end === undefined ? [] : [end]),
    ...followed(record),
    ...heldTask(record, end?.at),
  ];
}

function endOf({ persisted, seen }: IssueRecord): Said | undefined {
  const { approved, decided } = persisted;
  if (approved !== undefined) return { type: "decided", at: approved.at, by: approved.by.id };
  if (decided !== undefined)
    return isByDefault(decided)
      ? { type: "defaulted", at: decided.at }
      : { type: "decided", at: decided.at, by: decided.by.id };
  const { issueState, closedAt } = seen;
  return issueState.state === "closed" ? { type: "dropped", at: closedAt } : undefined;
}

/** Only where we recommended an option: the section then names it, as our template writes it. */
function followed(record: IssueRecord): readonly Said[] {
  const { decided } = record.persisted;
  const recommended = recommendedIn(record);
  if (decided === undefined || isByDefault(decided) || recommended === undefined) return [];
  const type = decided.option === recommended ? "recommendation-taken" : "recommendation-left";
  return [{ type, at: decided.at }];
}

function recommendedIn(record: IssueRecord): number | undefined {
  if (record.seen.opened === undefined) return undefined;
  const [, number] = /^Option (\d{1,3})\b/.exec(escalationIn(record)?.recommendation ?? "") ?? [];
  return number === undefined ? undefined : Number(number);
}

function heldTask(record: IssueRecord, at: Millis | undefined): readonly Said[] {
  const regarding = escalationIn(record)?.regarding;
  if (regarding === undefined || regarding === "settings") return [];
  return [{ type: "held", since: record.seen.createdAt, at, about: taskName(record, regarding) }];
}
