/**
 * The sections of a document, for Markdown (md, mdx) and reStructuredText, where the terms of a glossary are
 * headings too. Only lines outside code and comments count: `# install` in a shell block is not a heading.
 */
import type { Line } from "../../protocol/markdown/line.ts";
import { glossaryTerms } from "./glossary.ts";

export interface Heading {
  /** 1 is the outermost. */
  readonly level: number;
  readonly text: string;
  /** Counts from 1. */
  readonly firstLine: number;
  /** The last line of the heading itself: its underline, if it has one. */
  readonly lastLine: number;
}

const atx = /^ {0,3}(#{1,6})[ \t]+(\S.*)$/;
const setext = /^ {0,3}(=+|-{2,})[ \t]*$/;
/** An underline of reStructuredText: one punctuation mark, repeated. */
const adornment = /^([=\-`:'"~^_*+#<>.])\1{2,}\s*$/;

/**
 * The headings of a document, in order.
 * @param places its lines with the blocks that they are part of
 */
export function headingsOf(
  path: string,
  lines: readonly string[],
  places: readonly Line[],
): readonly Heading[] {
  return path.endsWith(".rst") ? rstHeadings(lines) : markdownHeadings(places);
}

function markdownHeadings(blocks: readonly Line[]): readonly Heading[] {
  const headings: Heading[] = [];
  for (const [index, { text, place }] of blocks.entries()) {
    if (place !== "prose" && place !== "html") continue;
    const [, marks, title] = atx.exec(text) ?? [];
    if (marks !== undefined && title !== undefined) {
      const line = index + 1;
      headings.push({ level: marks.length, text: plain(title), firstLine: line, lastLine: line });
      continue;
    }
    const before = blocks[index - 1];
    const [, underline] = setext.exec(text) ?? [];
    if (underline === undefined || before === undefined || !isTitle(before.text, before.place)) continue;
    const level = underline.startsWith("=") ? 1 : 2;
    headings.push({ level, text: plain(before.text), firstLine: index, lastLine: index + 1 });
  }
  return headings;
}

/** Whether a line can be the title above an underline: below a list or a table, the line is only a rule. */
function isTitle(text: string, place: string): boolean {
  return place === "prose" && /^ {0,3}[^\s#>|*+\-:]/.test(text) && !text.includes(": ");
}

function rstHeadings(lines: readonly string[]): readonly Heading[] {
  const headings: Heading[] = [];
  /** The adornments in order of first appearance, which defines their levels. */
  const styles: string[] = [];
  for (const [index, line] of lines.entries()) {
    const mark = adornment.exec(line)?.[1];
    const title = lines[index - 1] ?? "";
    if (mark === undefined || !/^\S/.test(title) || adornment.test(title)) continue;
    if (line.trim().length < title.trim().length) continue;
    const isOverlined = adornment.test(lines[index - 2] ?? "") && lines[index - 2]?.trim() === line.trim();
    const style = isOverlined ? `${mark}${mark}` : mark;
    if (!styles.includes(style)) styles.push(style);
    const firstLine = isOverlined ? index - 1 : index;
    headings.push({ level: styles.indexOf(style) + 1, text: plain(title), firstLine, lastLine: index + 1 });
  }
  const innermost = styles.length + 1;
  const terms = glossaryTerms(lines).map(
    ({ text, line }): Heading => ({
      level: innermost,
      text: plain(text),
      firstLine: line,
      lastLine: line,
    }),
  );
  return [...headings, ...terms].sort((one, other) => one.firstLine - other.firstLine);
}

/** A heading's text without markup: anchors, emphasis, backticks, roles and link targets. */
function plain(title: string): string {
  return title
    .trimEnd()
    .replace(/(?<=\s)#{1,100}$/, "")
    .replace(/<[^<>]{0,200}>|\{#[^{}]{0,100}\}/g, "")
    .replace(/\[([^[\]]{0,200})\]\([^()]{0,300}\)/g, "$1")
    .replace(/:[a-z]{1,12}:(?=`)|[`*]/g, "")
    .trim();
}
