/** The marker keys of comments that wake somebody for a freeing: such a comment is the record of having been written. */
import type { OwnComment } from "./fact.ts";

const prefix = "wake:";

export function wakeKey(freeing: string): string {
  return `${prefix}${freeing}`;
}

/** The freeings that these comments tell of. */
export function wakesIn(own: readonly Pick<OwnComment, "key">[]): readonly string[] {
  return own.filter(({ key }) => key.startsWith(prefix)).map(({ key }) => key.slice(prefix.length));
}
