/**
 * Lists, in words, what keeps an issue from being started. GitHub's open "blocked by" issues are not enough:
 * a question closed without an answer, a deleted blocker and a text that cannot be parsed block a task as
 * well.
 */

import type { IssueRecord } from "../model/snapshot.ts";
import type { View } from "../model/view.ts";
import { type Blocker, type BlockerVerdict, isUnresolved } from "./blocker.ts";
import { blockersOf } from "./blockers.ts";

const inWords: Readonly<Record<BlockerVerdict, string>> = {
  settled: "resolved",
  withdrawn: "withdrawn",
  open: "open",
  reopened: "reopened",
  unanswered: "closed without an accepted answer",
  edited: "edited since it was agreed to",
  disputed: "closed by an account that may not end it for others",
  unlinked: 'removed from "blocked by" by an account that may not end it for others',
  dead: "closed, but not as completed",
  lost: "deleted or no longer accessible",
  unknown: "not readable",
  unread: "to be fixed",
};

export interface BlockingReason {
  /** `#40`, or `acme/api#40` from another repository; words, if no issue can be named. */
  readonly name: string;
  readonly title: string;
  /** Its state, in a few words. */
  readonly state: string;
}

export function stateInWords({ verdict, doubted }: Blocker): string {
  if (verdict === "disputed" && doubted !== undefined)
    return `closed by ${doubted}, who may not end it for others`;
  if (verdict === "unlinked" && doubted !== undefined)
    return `removed from "blocked by" by ${doubted}, who may not end it for others`;
  return inWords[verdict];
}

/** Empty for a closed issue. */
export function blockingReasons(view: View, record: IssueRecord): readonly BlockingReason[] {
  if (record.seen.issueState.state === "closed") return [];
  return blockersOf(view, record)
    .filter(({ verdict }) => isUnresolved(verdict))
    .map((blocker) => ({ name: blocker.name, title: blocker.title, state: stateInWords(blocker) }));
}
