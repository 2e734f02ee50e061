/**
 * Parses the bodies and comments of fresh issues before they are folded, one per step. Results are cached
 * with the text, so that folding and deciding, which cannot pause, find the work done.
 */
import type { Fact, NodeId } from "../model/fact.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { spokenCommands } from "../model/spoken-commands.ts";
import { seenRecord } from "./seen-record.ts";

/** @param known the record that an issue has so far */
export function* readAhead(
  facts: readonly Fact[],
  known: (id: NodeId) => IssueRecord | undefined,
): Generator<void, void> {
  for (const fact of facts) {
    if (fact.type !== "IssueSeen") continue;
    const { seen } = seenRecord(known(fact.issue.id), fact.issue, { readAt: fact.readAt, early: [] });
    yield;
    for (const comment of seen.comments) {
      spokenCommands(comment);
      yield;
    }
  }
}
