/** Proposes one of our issues for the sake of another one. */
import type { OpenIssue, Reason } from "../model/effect.ts";
import type { NodeId } from "../model/fact.ts";
import type { OpeningReason } from "../model/keys/issue-key.ts";
import { openedBy, openedKey } from "../model/opened.ts";
import type { Sealed } from "../model/persisted-state.ts";
import type { ProposedEffect, RuleInput } from "../model/rule.ts";

export interface Opening extends Omit<OpenIssue, "type" | "marker" | "labels" | "assignees"> {
  readonly openingReason: OpeningReason;
  readonly labels?: readonly string[];
  readonly assignees?: readonly NodeId[];
  readonly reason: Reason;
}

/** GitHub's limit. */
const maxTitle = 256;

/**
 * Opens an issue on behalf of the input's own; proposes nothing if it was opened before, whatever became of
 * it.
 */
export function openIssue(
  { record }: RuleInput,
  { openingReason, reason, ...opening }: Opening,
): readonly ProposedEffect[] {
  const key = openedKey(record.seen.id, openingReason);
  if (openedBy(record, key) !== undefined) return [];
  const { kind, title, labels = [], assignees = [], sealed } = opening;
  const effect: OpenIssue = {
    ...sealedFor(record, sealed),
    type: "OpenIssue",
    marker: key,
    body: opening.body,
    kind,
    assignees,
    title: title.replace(/\s+/g, " ").trim().slice(0, maxTitle).toWellFormed(),
    labels: [...new Set([`kind:${kind}`, ...labels])],
  };
  return [{ slot: { type: "issue", openingReason }, key: { type: "post", marker: key }, effect, reason }];
}

/** What it decides about a question, it decides about this text of it. */
function sealedFor(
  { reading, seen }: RuleInput["record"],
  sealed: Sealed | undefined,
): Pick<OpenIssue, "sealed"> {
  const about = reading.kind === "question" ? { about: seen.textHash } : {};
  const all = { ...sealed, ...about };
  return Object.keys(all).length === 0 ? {} : { sealed: all };
}
