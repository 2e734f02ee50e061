/** The block parser's classification of one line of Markdown. */

export type Leaf =
  | "blank"
  | "paragraph"
  | "heading"
  /** A heading that is underlined, and its underline. */
  | "title"
  | "rule"
  | "code"
  | "fence"
  | "hidden"
  | "html"
  | "definition"
  | "table";

/** A quote, a list item or a footnote that is open at a line. */
export interface Holder {
  readonly around: Holder | undefined;
}

export interface PlacedLine {
  /** May change until its paragraph ends. */
  leaf: Leaf;
  /** A footnote, else a quote, at any depth: they take a line out of the text. A list alone does not. */
  readonly inside: "quote" | "footnote" | "list" | undefined;
  /** The innermost; undefined at the top level. */
  readonly holder: Holder | undefined;
  /** Without the marks of its containers. */
  readonly content: string;
  /** Set on the first line of a top-level fence. */
  readonly opens?: string;
  readonly closes?: true;
  /** The same for all lines of a paragraph. */
  readonly paragraph?: number;
  /** The same for all lines of a block of HTML. */
  block?: number;
  /** What the page shows in place of the content: of a fence's beginning, and of one that it draws. */
  readonly shownAs?: string;
  /** Parsers disagree whether a block of HTML begins here. */
  readonly isUnsure?: true;
}
