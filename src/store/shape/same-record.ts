/** Compares a record with the stored one, so that a read without changes writes only its time. */
import { isSameJson } from "../../base/same-json.ts";
import type { IssueRecord } from "../../engine/model/snapshot.ts";

/** Whether two records differ at most in when they were read, which has its own column. */
export function differsInReadTimeOnly(a: IssueRecord, b: IssueRecord): boolean {
  return a === b || isSameJson({ ...a, readAt: 0 }, { ...b, readAt: 0 });
}
