/** Renders Markdown that anyone may have written to HTML that any page can show, as GitHub renders a comment. */
import type { Nodes, Root, RootContent } from "hast";
import { raw } from "hast-util-raw";
import { sanitize } from "hast-util-sanitize";
import { toHtml } from "hast-util-to-html";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { toHast } from "mdast-util-to-hast";
import { gfm } from "micromark-extension-gfm";
import { finish } from "./finish.ts";
import { linkImages } from "./images.ts";
import { textWithLineBreaks } from "./line-breaks.ts";
import type { Reference } from "./reference.ts";
import { schemaFor } from "./schema.ts";
import { canBeRendered } from "./work.ts";

export interface MarkdownOptions {
  /** The address of what a text refers to; undefined leaves the reference as text. */
  readonly hrefOf: (reference: Reference) => string | undefined;
  /** Different for each text of a page, or the footnotes of one would lead to those of another. */
  readonly idPrefix?: string;
  /** How many levels below those of the text its headings are shown: 0 to 5. */
  readonly headingShift?: number;
}

/**
 * HTML without scripts, styles, images, forms and ids of the page's own. A text that cannot be rendered in bounded
 * time comes back whole, as it was written, in `<pre>`.
 */
export function renderMarkdown(text: string, options: MarkdownOptions): string {
  if (!canBeRendered(text)) return asWritten(text);
  const { hrefOf, idPrefix = "user-content-", headingShift = 2 } = options;
  return toHtml(root(finish(safeNodes(text, idPrefix), { hrefOf, idPrefix, headingShift })));
}

function safeNodes(text: string, idPrefix: string): readonly RootContent[] {
  const tree = fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  const converted = toHast(tree, {
    allowDangerousHtml: true,
    // The sanitizer puts the prefix before every id.
    clobberPrefix: "",
    handlers: { text: textWithLineBreaks },
  });
  const nodes = childrenOf(text.includes("<") ? raw(converted) : converted);
  return childrenOf(sanitize(root(linkImages(nodes)), schemaFor(idPrefix)));
}

/** The libraries return the kind of node that they were given, which is a root everywhere here. */
const childrenOf = (node: Nodes): readonly RootContent[] => (node.type === "root" ? node.children : []);

const root = (children: readonly RootContent[]): Root => ({ type: "root", children: [...children] });

const asWritten = (text: string): string =>
  toHtml({
    type: "element",
    tagName: "pre",
    properties: {},
    children: [{ type: "text", value: text }],
  });
