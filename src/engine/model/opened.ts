/**
 * Identifies issues that we opened, each on behalf of another: its origin. Do not search for one by its
 * title: the key in its signed body names origin and outcome, and the origin's state records that it was
 * opened.
 */
import type { OpenIssue, Reason } from "./effect.ts";
import type { NodeId } from "./fact.ts";
import { formatIssueKey, type Occasion, parseIssueKey } from "./keys/issue-key.ts";
import type { OpenedIssue } from "./persisted-state.ts";
import type { ProposedEffect, RuleInput } from "./rule.ts";
import type { IssueRecord } from "./snapshot.ts";

/** How many opened issues an issue's persisted state keeps. */
const remembered = 100;

/** @param occasion what the new issue is for: each is opened once */
export function openedKey(originId: NodeId, occasion: Occasion): string {
  return formatIssueKey({ type: "opened", originId, occasion });
}

/** The issue on whose behalf one with this key was opened; undefined for any other key. */
export function originOf(written: string): NodeId | undefined {
  const key = parseIssueKey(written);
  return key?.type === "opened" ? key.originId : undefined;
}

export function openedBy({ memory }: IssueRecord, key: string): OpenedIssue | undefined {
  return memory.opened.find((opened) => opened.key === key);
}

export function withOpened(record: IssueRecord, opened: OpenedIssue): IssueRecord {
  if (openedBy(record, opened.key) !== undefined) return record;
  const { memory } = record;
  return { ...record, memory: { ...memory, opened: [...memory.opened, opened].slice(-remembered) } };
}

export interface Opening extends Omit<OpenIssue, "type" | "marker" | "labels" | "assignees"> {
  readonly occasion: Occasion;
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
  { occasion, reason, ...opening }: Opening,
): readonly ProposedEffect[] {
  const key = openedKey(record.seen.id, occasion);
  if (openedBy(record, key) !== undefined) return [];
  const { kind, title, labels = [], assignees = [], sealed } = opening;
  const effect: OpenIssue = {
    ...(sealed === undefined ? {} : { sealed }),
    ...{ type: "OpenIssue", marker: key, body: opening.body, kind, assignees },
    title: title.replace(/\s+/g, " ").trim().slice(0, maxTitle).toWellFormed(),
    labels: [...new Set([`kind:${kind}`, ...labels])],
  };
  return [{ slot: { type: "issue", occasion }, key: { type: "post", marker: key }, effect, reason }];
}
