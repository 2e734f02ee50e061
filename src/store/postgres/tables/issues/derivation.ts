/** Derives from a record everything that is stored of it except its edition. */
import type { IssueRecord } from "../../../../engine/model/snapshot.ts";
import { type RowsOfIssue, rowsOfIssue } from "./derived-rows.ts";
import { type IssueRow, issueRow } from "./issue-row.ts";
import { type MomentsOfIssue, momentsOfIssue } from "./moment-table.ts";

export interface Derivation {
  readonly row: IssueRow;
  readonly derived: RowsOfIssue;
  readonly moments: MomentsOfIssue;
}

export function derive(record: IssueRecord): Derivation {
  return { row: issueRow(record), derived: rowsOfIssue(record), moments: momentsOfIssue(record) };
}
