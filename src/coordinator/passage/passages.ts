/**
 * Cuts a document into passages: one section each, long sections at paragraph breaks. A newcomer would cut by a
 * number of characters; a passage that ends in the middle of a thought answers nothing, and its lines must be citable.
 */
import { type FrontMatter, frontMatterOf } from "./front-matter.ts";
import { type Heading, headingsOf } from "./outline.ts";
import type { Passage, StoreDocument } from "./passage.ts";
import { isDecisionRecord, standingOf } from "./standing.ts";

/** Trust.md's cap on a file of the context store: what is larger is not read. */
const maxDocumentCharacters = 1 << 20;
const maxPassages = 400;
/** A section longer than this is cut at its next paragraph break. */
const targetCharacters = 1200;
/** A paragraph longer than this is cut at a line's end. */
const maxCharacters = 2400;

interface Section {
  readonly headings: readonly string[];
  readonly firstLine: number;
  readonly lastLine: number;
}

/** The passages of a document, in order. A document over the cap has none. */
export function passagesOf(document: StoreDocument): readonly Passage[] {
  if (document.text.length > maxDocumentCharacters) return [];
  const lines = document.text.split(/\r\n|\n|\r/);
  const front = frontMatterOf(lines);
  const headings = headingsOf(document.path, lines).filter(({ firstLine }) => firstLine > front.lineCount);
  const title = titleOf(document.path, front, headings);
  const about = {
    path: document.path,
    commit: document.commit,
    title,
    standing: standingOf(lines, front, headings),
    isDecision: isDecisionRecord(document.path, headings),
  };
  return sectionsOf(lines.length, headings, title)
    .flatMap((section) => cut(section, lines))
    .slice(0, maxPassages)
    .map((section) => ({ ...about, ...section, text: textOf(lines, section) }));
}

function titleOf(path: string, front: FrontMatter, headings: readonly Heading[]): string {
  const named = front.values.get("title");
  if (named !== undefined) return named;
  const first = headings[0];
  return first !== undefined && first.text !== "" ? first.text : (path.split("/").at(-1) ?? path);
}

/** Each heading's own lines, from the heading to the next one of whatever level; what precedes the first is one too. */
function sectionsOf(lineCount: number, headings: readonly Heading[], title: string): readonly Section[] {
  const sections: Section[] = [];
  const open: Heading[] = [];
  const first = headings[0]?.firstLine ?? lineCount + 1;
  if (first > 1) sections.push({ headings: [], firstLine: 1, lastLine: first - 1 });
  for (const [index, heading] of headings.entries()) {
    while ((open.at(-1)?.level ?? 0) >= heading.level) open.pop();
    open.push(heading);
    const path = open.map(({ text }) => text).filter((text, depth) => depth > 0 || text !== title);
    const next = headings[index + 1]?.firstLine ?? lineCount + 1;
    sections.push({ headings: path, firstLine: heading.firstLine, lastLine: next - 1 });
  }
  return sections;
}

function textOf(lines: readonly string[], { firstLine, lastLine }: Section): string {
  return lines.slice(firstLine - 1, lastLine).join("\n");
}

/** Cuts a section at paragraph breaks once it is long enough, and drops the blank lines around each piece. */
function cut(section: Section, lines: readonly string[]): readonly Section[] {
  const pieces: Section[] = [];
  let firstLine = section.firstLine;
  let characters = 0;
  for (let line = section.firstLine; line <= section.lastLine; line++) {
    const text = lines[line - 1] ?? "";
    const isBreak = text.trim() === "" && characters >= targetCharacters;
    if (isBreak || characters >= maxCharacters) {
      pieces.push({ headings: section.headings, firstLine, lastLine: line - 1 });
      firstLine = line;
      characters = 0;
    }
    characters += text.length + 1;
  }
  pieces.push({ headings: section.headings, firstLine, lastLine: section.lastLine });
  return pieces.map((piece) => trimmed(piece, lines)).filter((piece) => piece.firstLine <= piece.lastLine);
}

function trimmed(section: Section, lines: readonly string[]): Section {
  let { firstLine, lastLine } = section;
  while (firstLine <= lastLine && lines[firstLine - 1]?.trim() === "") firstLine++;
  while (lastLine >= firstLine && lines[lastLine - 1]?.trim() === "") lastLine--;
  return { headings: section.headings, firstLine, lastLine };
}
