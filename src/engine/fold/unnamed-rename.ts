/**
 * A new title that GitHub's timeline does not show yet. Events come up to some seconds after what they tell of
 * (https://github.com/golang/go/issues/28226), and only the event says whose title it is: until then it is nobody's.
 */
import type { Millis } from "../../base/clock.ts";
import { isSameTitle } from "../../protocol/same-title.ts";
import type { IssueSeen } from "../model/fact.ts";
import type { AwaitedTitle, IssueRecord } from "../model/snapshot.ts";

/** For so long after a new title was seen, the issue is read again rather than believed to be nobody's. */
const eventsLateMs = 60_000;

/** The fact with the rename that it does not show, but that the title known before gives away. */
export function withUnnamedRename(before: IssueRecord | undefined, issue: IssueSeen): IssueSeen {
  if (before === undefined || issue.altered !== undefined) return issue;
  const { renamed } = issue;
  if (renamed !== undefined && renamed.isUnnamed !== true) return issue;
  const isKnown = isSameTitle(before.seen.title, issue.title);
  if (isKnown && before.seen.renamed?.isUnnamed === true) return { ...issue, renamed: before.seen.renamed };
  if (isKnown && renamed === undefined) return issue;
  return { ...issue, renamed: { at: awaitedIn(before, issue).at, isUnnamed: true } };
}

/** Whether the next read may name who gave it its title. Whatever else happens on the issue does not prolong the wait. */
export function mayBeNamedSoon(
  before: IssueRecord | undefined,
  { renamed }: IssueSeen,
  readAt: Millis,
): boolean {
  return renamed?.isUnnamed === true && readAt < (before?.awaited?.since ?? renamed.at) + eventsLateMs;
}

/**
 * The record as it was known, for as long as its new title may be named; undefined if it already has this title as nobody's:
 * then nothing is left to keep in force.
 */
export function withAwaitedTitle(before: IssueRecord | undefined, issue: IssueSeen): IssueRecord | undefined {
  if (before === undefined) return undefined;
  const isKnown = isSameTitle(before.seen.title, issue.title);
  if (isKnown && before.seen.renamed?.isUnnamed === true) return undefined;
  return { ...before, awaited: awaitedIn(before, issue) };
}

/** Another new title is seen at another time, but the known text stays no longer in force for it. */
function awaitedIn({ awaited }: IssueRecord, { title, updatedAt: at }: IssueSeen): AwaitedTitle {
  if (awaited !== undefined && isSameTitle(awaited.title, title)) return awaited;
  return { title, at, since: awaited?.since ?? at };
}
