/**
 * `context/decisions.md`: the table of decisions, which people and signalbox both edit. Never rewrite it: add
 * a row only for a question without one, and keep everything else.
 */

const headline = "| decision | question | decided by | on |";
const rule = "| --- | --- | --- | --- |";
const opening = `# Decisions\n\nEach row leads to its record.\n\n${headline}\n${rule}\n`;

/** A rendered row for the table. */
export interface DecisionRow {
  readonly question: number;
  /** The whole line, without its line ending. */
  readonly line: string;
}

/** The questions whose records the page links to. */
export function questionsIn(page: string): ReadonlySet<number> {
  return new Set([...page.matchAll(/\bquestion-(\d{1,9})\.md\b/g)].map(([, number]) => Number(number)));
}

/**
 * The page with a row for each question that lacks one: below the table's last row, or in a new table at the
 * end.
 * @param page undefined if the file does not exist yet
 * @returns undefined if nothing is missing
 */
export function withRows(page: string | undefined, rows: readonly DecisionRow[]): string | undefined {
  const known = questionsIn(page ?? "");
  const missing = rows.filter(({ question }) => !known.has(question)).map(({ line }) => line);
  if (missing.length === 0) return undefined;
  const ends = page?.includes("\r\n") ? "\r\n" : "\n";
  const lines = (page ?? opening).split(/\r?\n/);
  const at = endOfTable(lines);
  if (at !== undefined) return lines.toSpliced(at, 0, ...missing).join(ends);
  const text = lines.join(ends).trimEnd();
  return `${[text, "", headline, rule, ...missing].join(ends)}${ends}`;
}

/** The index of the line after the table's last row. */
function endOfTable(lines: readonly string[]): number | undefined {
  const start = lines.findIndex((line) => line.trim() === headline);
  if (start < 0) return undefined;
  const length = lines.slice(start).findIndex((line) => !line.trimStart().startsWith("|"));
  return length < 0 ? lines.length : start + length;
}
