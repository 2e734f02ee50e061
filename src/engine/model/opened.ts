/**
 * Issues that we opened, each for the sake of another: its origin. A newcomer would search for the new issue by its
 * title; the key in its signed body names origin and outcome, and the origin remembers that it was opened.
 */
import type { OpenIssue, Reason } from "./effect.ts";
import type { NodeId } from "./fact.ts";
import { formatIssueKey, type Occasion, parseIssueKey } from "./keys/issue-key.ts";
import type { OpenedIssue } from "./memory.ts";
import type { Situation, Wish } from "./rule.ts";
import type { IssueRecord } from "./snapshot.ts";

/** How many issues opened for its sake an issue remembers. */
const remembered = 100;

/** @param occasion what the new issue is for: the same one is opened once */
export function openedKey(originId: NodeId, occasion: Occasion): string {
  return formatIssueKey({ type: "opened", originId, occasion });
}

/** The issue for whose sake one with this key was opened. */
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

/** GitHub takes no longer title. */
const maxTitle = 256;

/** An issue for the sake of the situation's own; nothing if it was opened before, whatever became of it. */
export function openIssue({ record }: Situation, { occasion, reason, ...opening }: Opening): readonly Wish[] {
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
