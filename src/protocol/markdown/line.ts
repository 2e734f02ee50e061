/** One line of a text, and what its page makes of it. */

/**
 * `comment`: the page shows none of it; instructions and declarations count as comments. `markup`: a block of
 * HTML. `html`: inside an element that stays open across blank lines, such as `<div>`. `folded`: inside one that folds or
 * strikes it, such as `<details>`. `code`: indented.
 */
export type LineKind =
  | "prose"
  | "table"
  | "fence"
  | "code"
  | "comment"
  | "quote"
  | "markup"
  | "html"
  | "folded"
  | "definition"
  | "footnote";

/** One line, without its line ending. */
export interface Line {
  /** 1-based. */
  readonly number: number;
  readonly text: string;
  readonly place: LineKind;
  /** Its Markdown without what the page does not plainly show: comments, tags, titles, what is struck or folded. */
  readonly shown: string;
  /** The same with code and formulas blanked out; empty where the line may begin inside one, or inside a link. */
  readonly prose: string;
  /** A heading of the text itself, not one inside a list item. */
  readonly isHeading?: true;
  /** Equal for all lines of one paragraph. */
  readonly paragraph?: number;
  /** The info string, on the first line of a fence. */
  readonly opens?: string;
  /** True on the last line of a fence. */
  readonly closes?: true;
  /** Inside an element, or after what breaks the text. */
  readonly isEnclosed?: true;
  /** It would be prose, but for what breaks the text above it. */
  readonly isLost?: true;
}
