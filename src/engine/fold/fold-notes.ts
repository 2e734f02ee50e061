/**
 * Finds what the ledger should record about a read although nothing was decided: only what differs from the
 * read before.
 */
import type { IssueSeen, NodeId } from "../model/fact.ts";

/** A ledger entry about something that was seen rather than decided. */
export interface FoldNote {
  readonly issueId: NodeId;
  readonly kind: "edited" | "forged-marker" | "gone";
  /** What was seen, in words for people. */
  readonly what: string;
  readonly because: string;
}

export function notesOnChange(before: IssueSeen | undefined, seen: IssueSeen): readonly FoldNote[] {
  const known = before?.forged ?? [];
  const forged = seen.forged.filter((id) => !known.includes(id)).map((id) => forgery(seen.id, id));
  if (before === undefined || before.bodyHash === seen.bodyHash) return forged;
  const old = before.bodyHash.slice(0, 8);
  const now = seen.bodyHash.slice(0, 8);
  const what = `the body was edited${seen.editor === undefined ? "" : ` by ${seen.editor.login}`}`;
  const because = `The body changed from ${old} to ${now} and is reread.`;
  return [{ issueId: seen.id, kind: "edited", what, because }, ...forged];
}

function forgery(issueId: NodeId, id: NodeId): FoldNote {
  return {
    issueId,
    kind: "forged-marker",
    what: "found a marker that is not ours",
    because: `${id} carries a marker that is not ours; it is ignored.`,
  };
}
