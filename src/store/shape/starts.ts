/** The column with the starts of agents on a task. Their limits apply to the whole repository, so other tasks need it. */
import { integer, type Row, text } from "../../base/row.ts";
import type { IssueRecord, StartedTask } from "../../engine/model/snapshot.ts";
import { currentStart } from "../../engine/starts/start.ts";
import type { OpenStart } from "../../operations/ports.ts";

export function writeStarts({ persisted: { starts } }: IssueRecord): string | null {
  return starts === undefined || starts.length === 0 ? null : JSON.stringify(starts);
}

/** Only the store writes the column, so its shape is not validated again. */
export function readStarts(column: string): StartedTask["starts"] {
  const stored: StartedTask["starts"] = JSON.parse(column);
  return stored;
}

/** Empty if all starts on the task have ended. */
export function openStartIn(row: Row): readonly OpenStart[] {
  const start = currentStart({ starts: [...readStarts(text(row, "starts"))] });
  if (start === undefined) return [];
  const { agent, at, isTaken = false } = start;
  const issue = { owner: text(row, "owner"), repo: text(row, "name"), number: integer(row, "number") };
  return [{ issue, agent, at, isTaken }];
}
