import type { NodeId } from "./fact.ts";
import { formatIssueKey, type OpeningReason, parseIssueKey } from "./keys/issue-key.ts";
import type { OpenedIssue } from "./persisted-state.ts";
import type { IssueRecord } from "./snapshot.ts";

/** How many opened issues an issue's persisted state keeps. */
const remembered = 100;

/** @param openingReason what the new issue is for: each is opened once */
export function openedKey(originId: NodeId, openingReason: OpeningReason): string {
  return formatIssueKey({ type: "opened", originId, openingReason });
}

/** The origin of the issue with this key; undefined for any other key. */
export function originOf(written: string): NodeId | undefined {
  const key = parseIssueKey(written);
  return key?.type === "opened" ? key.originId : undefined;
}

/**
 * Whether our issue with this key puts something before people or agents. What they say is about the text that we wrote; a
 * task that we opened is work, whose text its holders may improve.
 */
export function putsBefore(written: string): boolean {
  const key = parseIssueKey(written);
  return key !== undefined && !(key.type === "opened" && key.openingReason.type === "task");
}

export function openedBy({ persisted }: IssueRecord, key: string): OpenedIssue | undefined {
  return persisted.opened.find((opened) => opened.key === key);
}

export function withOpened(record: IssueRecord, opened: OpenedIssue): IssueRecord {
  if (openedBy(record, opened.key) !== undefined) return record;
  const { persisted } = record;
  return { ...record, persisted: { ...persisted, opened: [...persisted.opened, opened].slice(-remembered) } };
}
