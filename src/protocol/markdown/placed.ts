/** What one line of a Markdown text is, as the walk says it. */

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

export interface Placed {
  /** May change until its paragraph ends. */
  leaf: Leaf;
  /** The outermost container that takes a line out of the text; a list alone does not. */
  readonly inside: "quote" | "footnote" | "list" | undefined;
  /** Without the marks of its containers. */
  readonly content: string;
  /** On the first line of a fence at the top level. */
  readonly opens?: string;
  readonly closes?: true;
  /** The same for all lines of a paragraph. */
  readonly paragraph?: number;
}
