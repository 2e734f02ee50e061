/** Tells whether a record would be stored as it is, so that a read that brought nothing writes nothing. */
import type { IssueRecord } from "../../engine/model/snapshot.ts";

/** Whether two records differ at most in when they were read, which has its own column. */
export function differsInReadTimeOnly(a: IssueRecord, b: IssueRecord): boolean {
  return a === b || isSameJson({ ...a, readAt: 0 }, { ...b, readAt: 0 });
}

/** Equality of what `JSON.stringify` writes, in any order of keys: a property that is undefined is absent. */
function isSameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (!isObject(a) || !isObject(b) || Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  if (!keys.every((key) => isSameJson(a[key], b[key]))) return false;
  return Object.keys(b).every((key) => a[key] !== undefined || b[key] === undefined);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
