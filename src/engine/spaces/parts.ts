/** Lists the tasks of a space: those that are its sub-issues, and those whose texts name it. */
import { isAdmitted } from "../admission/trust.ts";
import { spaceNamed } from "../messages/membership.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { recordsThatName, type View } from "../model/view.ts";

/** Its sub-issues that are tasks, in GitHub's order; no matter who made them sub-issues. */
export function tasksOf(view: View, { seen }: IssueRecord): readonly IssueRecord[] {
  return (seen.subIssues ?? []).flatMap(({ id }) => {
    const record = view.records.get(id);
    return record?.reading.kind === "task" ? [record] : [];
  });
}

/** The tasks whose texts name it, by number. */
export function tasksNaming(view: View, space: IssueRecord): readonly IssueRecord[] {
  return recordsThatName(view, space.seen.id)
    .filter((record) => isNaming(view, record, space) === true)
    .sort((a, b) => a.seen.number - b.seen.number);
}

/** Undefined if its text does not count or cannot be read: then everything stays as it is. */
export function isNaming(view: View, task: IssueRecord, space: IssueRecord): boolean | undefined {
  const { kind } = task.reading;
  if (kind !== "task" || !isAdmitted(task) || task.reading.message === undefined) return undefined;
  return spaceNamed(view, task)?.seen.id === space.seen.id;
}

export interface Progress {
  readonly total: number;
  readonly closed: number;
  readonly blocked: number;
  /** In progress or in review. */
  readonly started: number;
  readonly ready: number;
}

/** By the labels that the tasks show. */
export function progressOf(tasks: readonly IssueRecord[]): Progress {
  const open = tasks.filter(({ seen }) => seen.issueState.state === "open");
  const having = (...labels: readonly string[]): number =>
    open.filter(({ seen }) => labels.some((label) => seen.labels.includes(label))).length;
  return {
    total: tasks.length,
    closed: tasks.length - open.length,
    blocked: having("status:blocked"),
    started: having("status:in-progress", "status:in-review"),
    ready: having("status:ready"),
  };
}
