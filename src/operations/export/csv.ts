/** Writes rows as CSV that a spreadsheet may open: text by others is never a formula there. */

/** What makes a spreadsheet compute a cell; full-width signs count in some. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/;

/** One line for each row, ended by a line feed. */
export function asCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(cellOf).join(",")}\n`).join("");
}

/** An apostrophe says that text follows. */
function cellOf(text: string): string {
  const safe = formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
