/**
 * Detects repeated messages: the same envelope id from the same author in one repository is the same message,
 * sent again, and so is the same question within seconds. One of them counts; the others have no effect, and only a
 * person can admit one, by reopening or approving it.
 */

import type { NodeId } from "../model/fact.ts";
import { isKeyOfText, messageKey } from "../model/keys/message-key.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import type { View } from "../model/view.ts";

/** The issue that counts as this message; undefined if it is this one. */
export function issueThatCounts(view: View, record: IssueRecord): IssueRecord | undefined {
  const { issueState, author } = record.seen;
  if (issueState.state === "open" && issueState.reopened) return undefined;
  const key = messageKey(record);
  const same: readonly NodeId[] = (key === undefined ? undefined : view.messages.get(key)) ?? [];
  const isRetry = (other: IssueRecord): boolean =>
    key === undefined || !isKeyOfText(key) || isAtOnce(record, other);
  const others = same
    .flatMap((id) => view.records.get(id) ?? [])
    .filter((other) => other !== record && isRetry(other));
  const isOwn = (other: IssueRecord): boolean => other.seen.author?.id === author?.id;
  // A signed text that another account posts is a copy, so between accounts only the number decides.
  const copied = first(others.filter((other) => !isOwn(other)));
  if (copied !== undefined && copied.seen.number < record.seen.number) return copied;
  const counting = first([record, ...others.filter(isOwn)]);
  return counting === record ? undefined : counting;
}

/** A program that sends a request again does so within seconds; what is asked again later is asked again. */
const retryMs = 10_000;

function isAtOnce(a: IssueRecord, b: IssueRecord): boolean {
  return Math.abs(a.seen.createdAt - b.seen.createdAt) <= retryMs;
}

function first(records: readonly IssueRecord[]): IssueRecord | undefined {
  return records.toSorted((a, b) => standing(a) - standing(b) || a.seen.number - b.seen.number)[0];
}

/**
 * What has had effects stays, even if an older twin is read later: two commands that run at once may be read in either
 * order. And what was closed for its twin stays closed where the index is lost.
 */
function standing({ seen, persisted }: IssueRecord): number {
  if (persisted.admitted?.hash === seen.textHash) return 0;
  const { issueState } = seen;
  return issueState.state === "closed" && issueState.reason === "duplicate" ? 2 : 1;
}
