/** The column with the locks of a task, for decisions about other tasks. */
import { locksOf } from "../../engine/locks/requests.ts";
import type { IssueRecord, TaskLocks } from "../../engine/model/snapshot.ts";

type Task = Pick<TaskLocks, "id" | "number">;

export function writeTaskLocks(record: IssueRecord): string | null {
  const locks = locksOf(record);
  if (locks === undefined) return null;
  const { id: _, number: __, ...stored } = locks;
  return JSON.stringify(stored);
}

/** Only the store writes the column, so its shape is not validated again. */
export function readTaskLocks(task: Task, column: string): TaskLocks {
  const stored: Omit<TaskLocks, keyof Task> = JSON.parse(column);
  return { ...stored, ...task };
}
