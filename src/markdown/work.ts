/**
 * Estimates, before it starts, how long the parser would take. It recurses into nested blocks and elements, and some
 * texts take it quadratic time: at GitHub's limit of 65,536 characters that is minutes, and a full stack.
 */

const maxLength = 65_536;
/** Deeper nesting, or more tags, could overflow the stack of the parser or of a walk over its tree. */
const maxContainers = 32;
const maxTags = 500;
/** A step takes between 0.05 and 0.3 µs. The weights below were measured with texts made of one construct. */
const maxSteps = 4_000_000;
const weight = {
  character: 30,
  line: 40,
  cell: 200,
  footnote: 500,
  element: 100,
  lineOfBlock: 3,
  mark: 2,
  underline: 3,
};

/** A quote, a list item or a footnote, which hold other blocks. */
const container = /^[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t])|\[\^[^\]\s]{1,100}\]:)/;
const blank = /^[ \t>]*$/;
const underline = /^[ \t>]*(?:=+|-+)[ \t]*$/;
const delimiterRow = /^[ \t>|:*+.)\d-]+$/;
/** The parser of HTML opens these once more in each block that follows, until they are closed. */
const formatting = /<(?:a|b|big|code|em|font|i|nobr|s|small|strike|strong|tt|u)\b/gi;

/** Whether a text can be rendered in bounded time and depth. */
export function canBeRendered(text: string): boolean {
  if (text.length > maxLength || countOf(text, /<[a-z/]/gi) > maxTags) return false;
  const lines = text.split(/\r\n|\n|\r/);
  return lines.every((line) => containersOf(line) <= maxContainers) && stepsOf(text, lines) <= maxSteps;
}

function stepsOf(text: string, lines: readonly string[]): number {
  const structures = sumOf(
    lines,
    (line) => containersOf(line) + (underline.test(line) ? weight.underline : 0),
  );
  return (
    text.length * weight.character +
    lines.length * weight.line +
    countOf(text, /\[\^/g) * weight.footnote +
    countOf(text, formatting) * countOf(text, /<[a-z]/gi) * weight.element +
    structures ** 2 +
    sumOf(lines, (line) => indentOf(line) ** 2) +
    sumOf(blocksOf(lines), stepsOfBlock)
  );
}

/** What is between blank lines: at most there, the parser goes back over lines and marks. */
function blocksOf(lines: readonly string[]): readonly (readonly string[])[] {
  const blocks: string[][] = [];
  let isInside = false;
  for (const line of lines) {
    const isBlank = blank.test(line);
    if (!isBlank && isInside) blocks.at(-1)?.push(line);
    else if (!isBlank) blocks.push([line]);
    isInside = !isBlank;
  }
  return blocks;
}

function stepsOfBlock(lines: readonly string[]): number {
  const marks = sumOf(lines, (line) => countOf(line, /[*_~[\]]/g));
  // A row of a table is filled up to the columns of its delimiter row, so that few characters make many cells.
  const columns = Math.max(0, ...lines.filter((line) => delimiterRow.test(line)).map(pipesOf));
  return (
    lines.length ** 2 * weight.lineOfBlock + marks ** 2 * weight.mark + columns * lines.length * weight.cell
  );
}

/** Counts no further than one too many. */
function containersOf(line: string): number {
  let rest = line;
  for (let count = 0; count <= maxContainers; count += 1) {
    const found = container.exec(rest);
    if (found === null) return count;
    rest = rest.slice(found[0].length);
  }
  return maxContainers + 1;
}

const indentOf = (line: string): number => (/^[ \t]*/.exec(line)?.[0] ?? "").replaceAll("\t", "    ").length;
const pipesOf = (line: string): number => countOf(line, /\|/g);
const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;
const sumOf = <Item>(items: readonly Item[], count: (item: Item) => number): number =>
  items.reduce((sum, item) => sum + count(item), 0);
