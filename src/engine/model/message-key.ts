/** Identifies a message by the id in its envelope, so that the same message sent twice is recognised. */
import type { IssueRecord } from "./snapshot.ts";

/** Names a message; undefined if its author gave it no id. */
export function messageKey(record: IssueRecord | undefined): string | undefined {
  if (record === undefined) return undefined;
  const { reading, seen } = record;
  const id = reading.kind === undefined ? undefined : reading.envelope?.id;
  if (id === undefined || seen.author === undefined) return undefined;
  return `${seen.repositoryId} ${seen.author.id} ${id}`;
}
