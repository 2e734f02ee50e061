/** The content and progress of a space, from its record and those of its sub-issues. */
import { shownTitle } from "../../engine/admission/shown-title.ts";
import { isAdmitted } from "../../engine/admission/trust.ts";
import { nameOf } from "../../engine/leases/holder.ts";
import { membershipOf, spaceIn } from "../../engine/messages/membership.ts";
import type { LinkedIssue, RepositorySeen } from "../../engine/model/fact.ts";
import { type IssueRecord, knownAt } from "../../engine/model/snapshot.ts";
import { repositoryOf, type View } from "../../engine/model/view.ts";
import { tasksNaming } from "../../engine/spaces/parts.ts";
import type { SpaceDetail, SpaceTask } from "../../operations/board/space-card.ts";
import { formatRef } from "../../protocol/references/ref.ts";
import { statusOf } from "./issue-columns.ts";

/** Undefined if it is not a space. */
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
    coming: comingTo(view, record),
  };
}

/** Tasks that will become sub-issues: the relation is not created yet, or GitHub does not show it yet. */
function comingTo(view: View, space: IssueRecord): readonly SpaceTask[] {
  const parts = new Set((space.seen.subIssues ?? []).map(({ id }) => id));
  return tasksNaming(view, space)
    .filter((task) => !parts.has(task.seen.id) && task.seen.issueState.state === "open")
    .filter((task) => ["due", "belongs"].includes(membershipOf(view, task, space).type))
    .map((task) => taskOf(task.seen, repositoryOf(view, task), task));
}

/**
 * A sub-issue without a record counts as a task. Whether it is closed is taken from the space's record or its own,
 * whichever was read last.
 */
function taskBehind(view: View, space: IssueRecord, link: LinkedIssue): readonly SpaceTask[] {
  const record = view.records.get(link.id);
  if (record !== undefined && record.reading.kind !== "task") return [];
  const newest = record === undefined || knownAt(record) < space.readAt ? link : record.seen;
  return [taskOf(newest, { owner: link.owner, name: link.repo }, record)];
}

function taskOf(
  { number, title, issueState }: Pick<LinkedIssue, "number" | "title" | "issueState">,
  home: Pick<RepositorySeen, "owner" | "name"> | undefined,
  record: IssueRecord | undefined,
): SpaceTask {
  const lease = issueState.state === "open" ? record?.persisted.lease : undefined;
  return {
    ref: formatRef(home === undefined ? { number } : { owner: home.owner, repo: home.name, number }),
    number,
    title: record === undefined ? title : shownTitle(record),
    state: issueState.state === "open" ? "open" : issueState.reason,
    status: record === undefined || issueState.state === "closed" ? undefined : statusOf(record),
    holder: lease && nameOf(lease.holder),
  };
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
