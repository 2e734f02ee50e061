/** The column with the starts of agents on a task: the limits on them are for the whole repository. */
import type { IssueRecord, StartedTask } from "../../engine/model/snapshot.ts";

export function writeStarts({ persisted: { starts } }: IssueRecord): string | null {
  return starts === undefined || starts.length === 0 ? null : JSON.stringify(starts);
}

/** Only the store writes the column, so its shape is not validated again. */
export function readStarts(column: string): StartedTask["starts"] {
  const stored: StartedTask["starts"] = JSON.parse(column);
  return stored;
}
