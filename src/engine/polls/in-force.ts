/** Says which version of an interface is in force: an agreed one that no agreed one replaces. */
import { isAdmitted } from "../admission/trust.ts";
import { contractIn } from "../messages/contract-text.ts";
import { versionBefore, wasAgreed } from "../messages/contract-versions.ts";
import { currentOutcome } from "../messages/outcome.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import type { View } from "../model/view.ts";

export function isAgreed(record: IssueRecord): boolean {
  const result = currentOutcome(record)?.result;
  return (
    contractIn(record) !== undefined && isAdmitted(record) && (result === "carried" || result === "decided")
  );
}

/**
 * The agreed contract that replaced this one; undefined while it is in force. If the text of that contract was edited
 * since, neither is in force: all agreed to leave this one.
 */
export function successorOf(view: View, record: IssueRecord): IssueRecord | undefined {
  return [...view.records.values()].find(
    (other) => wasAgreed(other) && versionBefore(view, other)?.seen.id === record.seen.id,
  );
}

/** What replaced it last; itself if nothing did, or if it is no contract. */
export function latestVersion(view: View, record: IssueRecord): IssueRecord {
  const passed = new Set<IssueRecord>();
  let latest = record;
  while (record.reading.kind === "contract" && !passed.has(latest)) {
    passed.add(latest);
    latest = successorOf(view, latest) ?? latest;
  }
  return latest;
}

export function isInForce(view: View, record: IssueRecord): boolean {
  return isAgreed(record) && successorOf(view, record) === undefined;
}
