/**
 * What a page shows of a Markdown text, by a complete parser of CommonMark and GFM; only for tests, because
 * hostile texts take it minutes.
 */
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";
import { blocksOf } from "../../src/protocol/markdown/block.ts";
import { parseRefs } from "../../src/protocol/references/ref.ts";

interface Node {
  readonly type: string;
  readonly children?: readonly Node[];
  readonly position?:
    | {
        readonly start: { readonly offset?: number | undefined; readonly line: number };
        readonly end: { readonly offset?: number | undefined };
      }
    | undefined;
}

type Range = readonly [from: number, to: number];

interface Page {
  /** Lines of top-level headings. */
  readonly headings: ReadonlySet<number>;
  readonly text: readonly Range[];
  /** Nothing may have an effect inside these. */
  readonly hidden: readonly Range[];
  /** Addresses and titles of links. */
  readonly linked: readonly Range[];
}

const hiding = new Set([
  "code",
  "inlineCode",
  "html",
  "definition",
  "footnoteDefinition",
  "footnoteReference",
  "blockquote",
  "table",
  "image",
  "imageReference",
]);

function pageOf(text: string): Page {
  const headings = new Set<number>();
  const [shown, hidden, linked]: [Range[], Range[], Range[]] = [[], [], []];
  const root: Node = fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  for (const { type, position } of root.children ?? [])
    if (type === "heading" && position !== undefined) headings.add(position.start.line);
  const visit = (node: Node): void => {
    const range = rangeOf(node);
    if (range !== undefined) {
      if (node.type === "paragraph" || node.type === "heading") shown.push(range);
      if (hiding.has(node.type) && node.type !== "table") hidden.push(range);
      if (node.type === "table") linked.push(range);
      if (node.type === "link" || node.type === "linkReference")
        linked.push([rangeOf(node.children?.at(-1))?.[1] ?? range[0], range[1]]);
    }
    for (const child of node.children ?? []) visit(child);
  };
  visit(root);
  return { headings, text: shown, hidden, linked };
}

function rangeOf(node: Node | undefined): Range | undefined {
  const from = node?.position?.start.offset;
  const to = node?.position?.end.offset;
  return from === undefined || to === undefined ? undefined : [from, to];
}

const isIn = (ranges: readonly Range[], offset: number): boolean =>
  ranges.some(([from, to]) => from <= offset && offset < to);

/**
 * What our reader treats as effective although the page does not show it as such, and headings of a page that
 * it misses.
 */
export function differences(text: string): readonly string[] {
  const page = pageOf(text);
  const { lines } = blocksOf(text);
  const prose = lines.map((line) => (line.place === "prose" ? line.prose : ""));
  const starts = startsOf(text);
  const found: string[] = [];
  for (const [index, line] of lines.entries()) {
    const start = starts[index] ?? 0;
    if (line.isHeading === true && !page.headings.has(index + 1)) found.push(`${index + 1}: no heading`);
    const isMissed =
      /^ {0,3}### \w/.test(line.text) && page.headings.has(index + 1) && line.isHeading !== true;
    if (isMissed && !text.includes("<")) found.push(`${index + 1}: a heading is missed`);
    if (!/^\/[a-z]/.test(prose[index] ?? "")) continue;
    const isShown = isIn(page.text, start) && !isIn(page.hidden, start) && !isIn(page.linked, start);
    if (!isShown) found.push(`${index + 1}: no command`);
  }
  for (const { number, owner } of parseRefs(text)) {
    const at = text.search(new RegExp(`#${number}(?!\\d)`));
    if (owner === undefined && isIn(page.hidden, at)) found.push(`#${number}: no reference`);
  }
  return found;
}

function startsOf(text: string): readonly number[] {
  return [0, ...[...text.matchAll(/\r\n|\n|\r/g)].map(({ index, 0: end }) => index + end.length)];
}
