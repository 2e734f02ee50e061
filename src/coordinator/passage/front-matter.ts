/**
 * Reads the front matter of a page: title, description, status, and short lists. Only a few keys are needed, so a
 * page from outside is not given to a YAML parser.
 */

export interface FrontMatter {
  /** How many lines it takes, 0 without front matter. */
  readonly lineCount: number;
  /** Those on one line, by key in lower case. */
  readonly values: ReadonlyMap<string, string>;
  /** Those written as `key: [a, b]`, or as lines that begin with `- ` below `key:`. */
  readonly lists: ReadonlyMap<string, readonly string[]>;
}

/** A longer block does not count as front matter. */
export const maxFrontMatterLines = 60;
const entry = /^([A-Za-z][\w-]{0,40}):[ \t]{0,20}(\S.{0,1000})?$/;
const listItem = /^[ \t]{0,20}-[ \t]{1,20}(\S.{0,1000})$/;

export function frontMatterOf(lines: readonly string[]): FrontMatter {
  const none: FrontMatter = { lineCount: 0, values: new Map(), lists: new Map() };
  if (lines[0]?.trim() !== "---") return none;
  const end = lines.slice(1, maxFrontMatterLines).findIndex((line) => line.trim() === "---");
  return end < 0 ? none : { lineCount: end + 2, ...entriesIn(lines.slice(1, end + 1)) };
}

function entriesIn(lines: readonly string[]): Omit<FrontMatter, "lineCount"> {
  const values = new Map<string, string>();
  const lists = new Map<string, string[]>();
  let below = "";
  for (const line of lines) {
    const item = listItem.exec(line)?.[1];
    if (item !== undefined) {
      lists.get(below)?.push(unquote(item.trim()));
      continue;
    }
    const [, key, value] = entry.exec(line) ?? [];
    below = value === undefined ? (key?.toLowerCase() ?? "") : "";
    if (below !== "") lists.set(below, []);
    if (key === undefined || value === undefined) continue;
    values.set(key.toLowerCase(), unquote(value.trim()));
    const inline = inlineList(value.trim());
    if (inline !== undefined) lists.set(key.toLowerCase(), inline);
  }
  return { values, lists };
}

/** Undefined for anything but `[a, b]`. A comma within braces belongs to a pattern. */
function inlineList(value: string): string[] | undefined {
  if (!value.startsWith("[") || !value.endsWith("]")) return undefined;
  const items: string[] = [];
  let item = "";
  let depth = 0;
  for (const char of value.slice(1, -1)) {
    if (char === "{") depth++;
    if (char === "}") depth--;
    if (char === "," && depth <= 0) {
      items.push(item);
      item = "";
    } else item += char;
  }
  return [...items, item].map((each) => unquote(each.trim())).filter((each) => each !== "");
}

function unquote(value: string): string {
  return /^(["']).*\1$/.test(value) ? value.slice(1, -1) : value;
}
