/** Keeps the text of an issue of ours where GitHub no longer shows it: somebody who may edit it may delete its first version, too. */
import type { Millis } from "../../base/clock.ts";
import type { Alteration, IssueSeen } from "../model/fact.ts";
import { putsBefore } from "../model/opened.ts";
import type { IssueRecord } from "../model/snapshot.ts";

/** How many of the times at which a text was put back are kept. */
const remembered = 10;

/** The fact with the text that the index knows, if it is of an issue of ours that can no longer be shown to be. */
export function withKnownText(before: IssueRecord | undefined, issue: IssueSeen): IssueSeen {
  const opened = before?.seen.opened;
  if (before === undefined || opened === undefined || issue.opened !== undefined) return issue;
  const altered = listAlterations(issue);
  if (!putsBefore(opened.key) || altered.length === 0 || issue.author?.id !== before.seen.author?.id)
    return issue;
  const { title, body, bodyHash, textHash } = before.seen;
  const { editedAt: _, renamed: __, ...rest } = issue;
  return { ...rest, title, body, bodyHash, textHash, editor: undefined, opened, altered };
}

function listAlterations({ author, editor, editedAt, renamed }: IssueSeen): readonly Alteration[] {
  const isEdited = editor !== undefined && editedAt !== undefined;
  return [
    ...(renamed === undefined || renamed.by?.id === author?.id
      ? []
      : [{ part: "title", ...renamed } as const]),
    ...(isEdited ? [{ part: "text", at: editedAt, by: editor } as const] : []),
  ];
}

/** The record after its text was put back: as a read will show it. */
export function withRestoredText(record: IssueRecord, at: Millis): IssueRecord {
  const { altered = [], ...seen } = record.seen;
  const { restored } = record.persisted;
  const by = altered.at(-1)?.by?.login;
  const parts = new Set(altered.map(({ part }) => part));
  return {
    ...record,
    seen: {
      ...seen,
      ...(parts.has("text") ? { editor: seen.author, editedAt: at } : {}),
      ...(parts.has("title") ? { renamed: { at, ...(seen.author && { by: seen.author }) } } : {}),
    },
    persisted: {
      ...record.persisted,
      restored: {
        at: [...(restored?.at ?? []), at].slice(-remembered),
        ...(by === undefined ? {} : { by }),
        told: restored?.told ?? [],
      },
    },
  };
}
