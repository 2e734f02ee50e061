/**
 * Reads the front matter of a page: title, description, status. Only a few one-line values are needed, so a
 * page from outside is not given to a YAML parser.
 */

export interface FrontMatter {
  /** How many lines it takes, 0 without front matter. */
  readonly lineCount: number;
  readonly values: ReadonlyMap<string, string>;
}

/** A longer block does not count as front matter. */
const maxLines = 60;
const entry = /^([A-Za-z][\w-]{0,40}):[ \t]+(\S.{0,1000})$/;

export function frontMatterOf(lines: readonly string[]): FrontMatter {
  const none = { lineCount: 0, values: new Map<string, string>() };
  if (lines[0]?.trim() !== "---") return none;
  const end = lines.slice(1, maxLines).findIndex((line) => line.trim() === "---");
  if (end < 0) return none;
  const values = new Map<string, string>();
  for (const line of lines.slice(1, end + 1)) {
    const [, key, value] = entry.exec(line) ?? [];
    if (key !== undefined && value !== undefined) values.set(key.toLowerCase(), unquote(value.trim()));
  }
  return { lineCount: end + 2, values };
}

function unquote(value: string): string {
  return /^(["']).*\1$/.test(value) ? value.slice(1, -1) : value;
}
