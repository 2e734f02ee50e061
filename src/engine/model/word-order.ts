/** Orders words by when they were said, the same in every read and after a rebuild. */
import type { Millis } from "../../base/clock.ts";

export interface PlacedWord {
  readonly at: Millis;
  /** The number in its comment's address, if it is a comment or was said in one. */
  readonly commentNumber?: number | undefined;
  /** The number of its issue, if it is an issue. */
  readonly number?: number | undefined;
  readonly id: string;
}

/**
 * Below zero if `a` was said first. GitHub's times have steps of a second; within one, its numbers tell what came first: it
 * counts comments through all issues, and issues through a repository. Node ids tell nothing, as they are encoded: of a
 * comment and an issue in one second the comment counts as first.
 */
export function compareWords(a: PlacedWord, b: PlacedWord): number {
  return (
    a.at - b.at ||
    compareNumbers(a.commentNumber, b.commentNumber) ||
    compareNumbers(a.number, b.number) ||
    (a.id === b.id ? 0 : a.id < b.id ? -1 : 1)
  );
}

/** What has no number comes after what has one. */
function compareNumbers(a: number | undefined, b: number | undefined): number {
  if (a === b) return 0;
  if (a === undefined) return 1;
  return b === undefined ? -1 : a - b;
}
