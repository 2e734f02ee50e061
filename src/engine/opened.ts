/**
 * Issues that we opened, each for the sake of another: its origin. A newcomer would search for the new issue by its
 * title; the key in its signed body names origin and outcome, and the origin remembers that it was opened.
 */
import type { OpenIssue, Reason } from "./effect.ts";
import type { NodeId } from "./fact.ts";
import type { OpenedIssue } from "./memory.ts";
import type { Situation, Wish } from "./rule.ts";
import type { IssueRecord } from "./snapshot.ts";

const prefix = "open";
/** How many issues opened for its sake an issue remembers. */
const remembered = 100;

/** @param outcome what the new issue is for: the same one is opened once */
export function openedKey(origin: NodeId, outcome: string): string {
  return `${prefix}:${origin}:${outcome}`;
}

/** The issue for whose sake one with this key was opened. */
export function originOf(key: string): NodeId | undefined {
  const [first, origin] = key.split(":", 2);
  return first === prefix ? origin : undefined;
}

/** What an issue with this key was opened for. */
export function outcomeOf(key: string): string | undefined {
  const origin = originOf(key);
  return origin === undefined ? undefined : key.slice(`${prefix}:${origin}:`.length);
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
  readonly outcome: string;
  readonly labels?: readonly string[];
  readonly assignees?: readonly NodeId[];
  readonly reason: Reason;
}

/** GitHub takes no longer title. */
const maxTitle = 256;

/** An issue for the sake of the situation's own; nothing if it was opened before, whatever became of it. */
export function openIssue({ record }: Situation, { outcome, reason, ...opening }: Opening): readonly Wish[] {
  const key = openedKey(record.seen.id, outcome);
  if (openedBy(record, key) !== undefined) return [];
  const { kind, title, labels = [], assignees = [], sealed } = opening;
  const effect: OpenIssue = {
    ...(sealed === undefined ? {} : { sealed }),
    ...{ type: "OpenIssue", marker: key, body: opening.body, kind, assignees },
    title: title.replace(/\s+/g, " ").trim().slice(0, maxTitle).toWellFormed(),
    labels: [...new Set([`kind:${kind}`, ...labels])],
  };
  return [{ slot: { type: "issue", outcome }, key, effect, reason }];
}
