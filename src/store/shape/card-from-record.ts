/** Builds a card from a record alone. */
import { shownTitle } from "../../engine/admission/shown-title.ts";
import type { RepositorySeen } from "../../engine/model/fact.ts";
import type { IssueRecord } from "../../engine/model/snapshot.ts";
import { trackOf } from "../../engine/model/track.ts";
import type { Card } from "../../operations/ports.ts";
import { statusOf, taskIn } from "./issue-columns.ts";

export function cardFromRecord(
  record: IssueRecord,
  { owner, name }: Pick<RepositorySeen, "owner" | "name">,
): Card {
  const { seen, reading } = record;
  return {
    id: seen.id,
    owner,
    repo: name,
    number: seen.number,
    title: shownTitle(record),
    kind: reading.kind ?? "issue",
    state: seen.issueState.state,
    status: statusOf(record),
    priority: taskIn(record)?.priority,
    track: trackOf(record),
    assignees: seen.assignees.map(({ login }) => login),
    updatedAt: seen.updatedAt,
  };
}
