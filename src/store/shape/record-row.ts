/** Reads a record from its row. */

import { integer, type Row, text } from "../../base/row.ts";
import type { IssueRecord } from "../../engine/model/snapshot.ts";
import { parseRecord } from "./stored-json.ts";

export function recordIn(row: Row): IssueRecord {
  return parseRecord(text(row, "record"), integer(row, "read_at"));
}
