/**
 * Encodes what an unblock notice is about, for the persisted state and the keys of our comments. Never change
 * a spelling here, or people are notified of the same again.
 */
import type { Millis } from "../../../base/clock.ts";
import type { NodeId } from "../fact.ts";

export type NoticeId =
  /** The blocker that was resolved last, and when. */
  | { readonly type: "resolved"; readonly blockerId: NodeId; readonly at: Millis }
  /** A dependency was removed and nothing was resolved; `count`: the number of removals before this one. */
  | { readonly type: "removed"; readonly count: number }
  /** A person replaced an answer by this one. */
  | { readonly type: "changed-decision"; readonly answerId: NodeId }
  /** One that this release does not know. */
  | { readonly type: "other"; readonly written: string };

const removed = "unlinked-";
const changed = "overruled:";

export function formatNoticeId(id: NoticeId): string {
  switch (id.type) {
    case "resolved":
      return `${id.blockerId}@${id.at}`;
    case "removed":
      return `${removed}${id.count}`;
    case "changed-decision":
      return `${changed}${id.answerId}`;
    case "other":
      return id.written;
  }
}

/** Never throws: anything that no release wrote is kept unchanged. */
export function parseNoticeId(written: string): NoticeId {
  if (written.startsWith(changed))
    return { type: "changed-decision", answerId: written.slice(changed.length) };
  const count = written.startsWith(removed) ? numberIn(written.slice(removed.length)) : undefined;
  if (count !== undefined) return { type: "removed", count };
  const mark = written.lastIndexOf("@");
  const at = mark > 0 ? numberIn(written.slice(mark + 1)) : undefined;
  return at === undefined
    ? { type: "other", written }
    : { type: "resolved", blockerId: written.slice(0, mark), at };
}

/** Undefined unless it is spelled as we write it: `05` would not round-trip. */
function numberIn(written: string): number | undefined {
  const number = Number(written);
  return Number.isSafeInteger(number) && String(number) === written ? number : undefined;
}
