/**
 * The columns derived from a record, for queries. Every column must follow from the record alone, so that a
 * rebuilt row is equal.
 */
import { shownTitle } from "../../engine/admission/shown-title.ts";
import { isAdmitted } from "../../engine/admission/trust.ts";
import { urgencyOf } from "../../engine/asking/urgency.ts";
import type { TaskStatus } from "../../engine/blocking/task-state.ts";
import { mayAskForPages } from "../../engine/handovers/pages/asks-for-pages.ts";
import { nameOf } from "../../engine/leases/holder.ts";
import { escalationIn } from "../../engine/messages/subject.ts";
import { firstTraceOn } from "../../engine/model/leading.ts";
import type { IssueRecord } from "../../engine/model/snapshot.ts";
import { trackOf } from "../../engine/model/track.ts";
import { pressures } from "../../protocol/kinds/escalation.ts";
import type { Task } from "../../protocol/kinds/task.ts";
import { writeStarts } from "./starts.ts";
import { writeRecord } from "./stored-json.ts";
import { writeTaskLocks } from "./task-locks.ts";
import { statuses } from "./task-statuses.ts";

/** Priorities in the order of the queue; a task without one comes last. */
const priorities: readonly (string | undefined)[] = ["p0", "p1", "p2", "p3", undefined];

/**
 * The status in the labels. A task that is held, or has a linked pull request that was not given up, cannot
 * be started by anyone else.
 */
export function statusOf({ seen, persisted }: IssueRecord): TaskStatus | undefined {
  const shown = statuses.find((status) => seen.labels.includes(`status:${status}`));
  const isUnderWay = seen.linkedPulls !== undefined && persisted.lastLease === undefined;
  return shown === "ready" && (isUnderWay || persisted.lease !== undefined) ? "in-progress" : shown;
}

function holderColumn({ persisted: { lease } }: IssueRecord): string | null {
  if (lease === undefined) return null;
  return lease.holder.agent ?? `@${nameOf(lease.holder)}`;
}

export function taskIn({ reading }: IssueRecord): Task | undefined {
  const message = reading.kind === undefined ? undefined : reading.message;
  return message?.kind === "task" ? message : undefined;
}

function pagesColumn(record: IssueRecord): "unknown" | "some" | null {
  if (mayAskForPages(record)) return "unknown";
  return (record.persisted.stalePages ?? []).length > 0 ? "some" : null;
}

/** The skill that an open task names, if an admitted author wrote it. */
function skillOf(record: IssueRecord): string | undefined {
  const isOpen = record.seen.issueState.state === "open";
  return isOpen && isAdmitted(record) ? taskIn(record)?.skill : undefined;
}

/** An escalation's position in the queue. */
function pressureOf(record: IssueRecord): number {
  const words: readonly (string | undefined)[] = pressures;
  return words.indexOf(urgencyOf(record));
}

/** Logins between spaces, which no login contains: ` alice bob `; a single space without assignees. */
function assigneesColumn({ seen }: IssueRecord): string {
  return seen.assignees.reduce((column, { login }) => `${column}${login} `, " ");
}

/** Only within the repository, where a number says enough. */
function parentColumn({ seen: { parent, repositoryId } }: IssueRecord): number | null {
  return parent?.repositoryId === repositoryId ? parent.number : null;
}

type Columns = Record<string, string | number | null> & {
  readonly record: string;
  readonly kind: string | null;
};

/** Parameters of the upsert in `issue-table.ts`, by column. */
export function columnsOf(record: IssueRecord): Columns {
  const { seen, reading, readAt, evidence } = record;
  const priority = taskIn(record)?.priority;
  return {
    id: seen.id,
    repository_id: seen.repositoryId,
    number: seen.number,
    kind: reading.kind ?? null,
    state: seen.issueState.state,
    status: statusOf(record) ?? null,
    priority: priority ?? null,
    urgency: escalationIn(record) === undefined ? priorities.indexOf(priority) : pressureOf(record),
    track: trackOf(record) ?? null,
    assignees: assigneesColumn(record),
    holder: holderColumn(record),
    locks: writeTaskLocks(record),
    starts: writeStarts(record),
    skill: skillOf(record) ?? null,
    parent_number: parentColumn(record),
    pages: pagesColumn(record),
    title: shownTitle(record),
    created_at: seen.createdAt,
    updated_at: seen.updatedAt,
    read_at: readAt,
    pull_number: evidence?.pullRequest?.number ?? null,
    head_sha: evidence?.pullRequest?.headSha ?? null,
    trace_at: firstTraceOn(seen) ?? null,
    has_foreign: seen.foreign === undefined ? 0 : 1,
    record: writeRecord(record),
  };
}
