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

export function openedBy({ persisted }: IssueRecord, key: string): OpenedIssue | undefined {
  return persisted.opened.find((opened) => opened.key === key);
}

export function withOpened(record: IssueRecord, opened: OpenedIssue): IssueRecord {
  if (openedBy(record, opened.key) !== undefined) return record;
  const { persisted } = record;
  return { ...record, persisted: { ...persisted, opened: [...persisted.opened, opened].slice(-remembered) } };
}
