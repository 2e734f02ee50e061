/**
 * Detects repeated messages: the same envelope id from the same author in one repository is the same message,
 * sent again. The later of two has no effect; only a person can admit it, by reopening or approving it.
 */

import type { NodeId } from "../model/fact.ts";
import { messageKey } from "../model/keys/message-key.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import type { View } from "../model/view.ts";

/** The issue that carried the same message before; undefined if there is none. */
export function earlierIssueWithMessage(view: View, record: IssueRecord): IssueRecord | undefined {
  const { issueState } = record.seen;
  if (issueState.state === "open" && issueState.reopened) return undefined;
  const key = messageKey(record);
  const same: readonly NodeId[] = (key === undefined ? undefined : view.messages.get(key)) ?? [];
  return same
    .flatMap((id) => view.records.get(id) ?? [])
    .filter((other) => other.seen.number < record.seen.number)
    .reduce<IssueRecord | undefined>(
      (first, other) => (first === undefined || other.seen.number < first.seen.number ? other : first),
      undefined,
    );
}
