/**
 * A new title that GitHub's timeline does not show yet. Events come up to some seconds after what they tell of
 * (https://github.com/golang/go/issues/28226), and only the event says whose title it is: until then it is nobody's.
 */
import type { Millis } from "../../base/clock.ts";
import { isSameTitle } from "../../protocol/same-title.ts";
import type { IssueSeen } from "../model/fact.ts";
import type { IssueRecord } from "../model/snapshot.ts";

/** For so long after the issue's last change it is read again rather than believed to be nobody's. */
const eventsLateMs = 60_000;

/** The fact with the rename that it does not show, but that the title known before gives away. */
export function withUnnamedRename(before: IssueRecord | undefined, issue: IssueSeen): IssueSeen {
  if (before === undefined || issue.altered !== undefined) return issue;
  const { renamed, updatedAt: at } = issue;
  if (renamed !== undefined && renamed.isUnnamed !== true) return issue;
  const known = before.seen.renamed;
  if (isSameTitle(before.seen.title, issue.title))
    return known?.isUnnamed === true ? { ...issue, renamed: known } : issue;
  return { ...issue, renamed: { at, isUnnamed: true } };
}

/** Whether the next read may name who gave it its title. */
export function mayBeNamedSoon({ renamed, updatedAt }: IssueSeen, readAt: Millis): boolean {
  return renamed?.isUnnamed === true && readAt < updatedAt + eventsLateMs;
}
