/** Says which version of an interface is in force: an agreed one that no agreed one replaces. */
import { isAdmitted } from "../admission/trust.ts";
import { currentOutcome } from "../messages/outcome.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { recordOf, type View } from "../model/view.ts";
import { contractIn } from "./contract-poll.ts";

export function isAgreed(record: IssueRecord): boolean {
  const how = currentOutcome(record)?.how;
  return contractIn(record) !== undefined && isAdmitted(record) && (how === "carried" || how === "decided");
}

/** The agreed contract that replaced this one; undefined while it is in force. */
export function successorOf(view: View, record: IssueRecord): IssueRecord | undefined {
  return (view.namedBy.get(record.seen.id) ?? [])
    .flatMap((id) => view.records.get(id) ?? [])
    .find((other) => {
      const replaces = contractIn(other)?.replaces;
      return replaces !== undefined && isAgreed(other) && recordOf(view, other, replaces) === record;
    });
}

export function isInForce(view: View, record: IssueRecord): boolean {
  return isAgreed(record) && successorOf(view, record) === undefined;
}
