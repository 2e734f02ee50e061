/** What a space says and how far its tasks are, from its record and those of its sub-issues. */
import { isAdmitted } from "../../engine/admission/trust.ts";
import { nameOf } from "../../engine/leases/holder.ts";
import { spaceIn } from "../../engine/messages/membership.ts";
import type { LinkedIssue } from "../../engine/model/fact.ts";
import { type IssueRecord, knownAt } from "../../engine/model/snapshot.ts";
import type { View } from "../../engine/model/view.ts";
import type { SpaceDetail, SpaceTask } from "../../operations/board/space-card.ts";
import { formatRef } from "../../protocol/references/ref.ts";
import { statusOf } from "./issue-columns.ts";

/** Undefined if it is no space. */
export function spaceDetail(view: View, record: IssueRecord): SpaceDetail | undefined {
  if (record.reading.kind !== "space") return undefined;
  const said = isAdmitted(record) ? spaceIn(record) : undefined;
  const tasks = (record.seen.subIssues ?? []).flatMap((link) => taskBehind(view, record, link));
  return {
    purpose: said?.purpose ?? "",
    agents: said?.agents ?? [],
    pinnedFiles: said?.pinnedFiles ?? [],
    context: said?.context ?? "",
    progress: progressOf(tasks),
    tasks,
  };
}

/**
 * Without a record, as where GitHub is read, a sub-issue counts as a task. What was read last says whether it is
 * closed: the space itself, or the task.
 */
function taskBehind(view: View, space: IssueRecord, link: LinkedIssue): readonly SpaceTask[] {
  const record = view.records.get(link.id);
  if (record !== undefined && record.reading.kind !== "task") return [];
  const newest = record === undefined || knownAt(record) < space.readAt ? link : record.seen;
  const { issueState, title } = newest;
  const lease = issueState.state === "open" ? record?.persisted.lease : undefined;
  return [
    {
      ref: formatRef({ owner: link.owner, repo: link.repo, number: link.number }),
      number: link.number,
      title,
      state: issueState.state === "open" ? "open" : issueState.reason,
      status: record === undefined || issueState.state === "closed" ? undefined : statusOf(record),
      holder: lease && nameOf(lease.holder),
    },
  ];
}

function progressOf(tasks: readonly SpaceTask[]): SpaceDetail["progress"] {
  const having = (...words: readonly string[]): number =>
    tasks.filter(({ status }) => status !== undefined && words.includes(status)).length;
  return {
    total: tasks.length,
    closed: tasks.filter(({ state }) => state !== "open").length,
    blocked: having("blocked"),
    started: having("in-progress", "in-review"),
    ready: having("ready"),
  };
}
