/** The marker keys of comments that wake somebody for a freeing: such a comment is the record of having been written. */
import type { OwnComment } from "./fact.ts";

const prefix = "wake:";

export function wakeKey(freeing: string): string {
  return `${prefix}${freeing}`;
}

/** The freeings that these comments tell of. */
export function wakesIn(own: readonly Pick<OwnComment, "key">[]): readonly string[] {
  return wakesAmong(own).map(({ key }) => key.slice(prefix.length));
}

/** Those of our comments that woke somebody. */
export function wakesAmong<T extends Pick<OwnComment, "key">>(own: readonly T[]): readonly T[] {
  return own.filter(({ key }) => key.startsWith(prefix));
}

/** How a freeing is called that an edge's removal brought about; its number among them follows. */
export const byRemoval = "unlinked-";

/**
 * Whether somebody was told of this freeing. A wake for a removed edge tells of all that had settled by then, too: that
 * the last to settle gives the freeing another name once the edge is forgotten is no news.
 */
export function isTold(own: readonly Pick<OwnComment, "key" | "createdAt">[], freeing: string): boolean {
  const settledAt = Number(freeing.slice(freeing.lastIndexOf("@") + 1));
  return own.some(
    ({ key, createdAt }) =>
      key === wakeKey(freeing) || (key.startsWith(wakeKey(byRemoval)) && createdAt >= settledAt),
  );
}
