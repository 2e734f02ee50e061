/** Reads a record from its row. */
import type { IssueRecord } from "../../../../engine/model/snapshot.ts";
import { parseRecord } from "../../../shape/stored-json.ts";
import { integer, type Row, text } from "../../database/row.ts";

export function recordIn(row: Row): IssueRecord {
  return parseRecord(text(row, "record"), integer(row, "read_at"));
}
