/** The difference of two texts, as `diff -u` shows it. Line endings do not count as differences. */
import { FILE_HEADERS_ONLY, formatPatch, type StructuredPatch, structuredPatch } from "diff";

const context = 3;
/** Comparing takes time quadratic in the changed lines; texts with more of them are shown as replaced. */
const maxEditLength = 1_000;

/** Empty if the texts are equal. @param before undefined for a new file @param after undefined for a removed one */
export function unifiedDiff(path: string, before: string | undefined, after: string | undefined): string {
  const from = withLineFeeds(before ?? "");
  const to = withLineFeeds(after ?? "");
  if (from === to) return "";
  const names = [
    before === undefined ? "/dev/null" : `a/${path}`,
    after === undefined ? "/dev/null" : `b/${path}`,
  ] as const;
  const compared = structuredPatch(...names, from, to, undefined, undefined, { context, maxEditLength });
  return formatPatch(compared ?? replacePatch(names, from, to), FILE_HEADERS_ONLY);
}

function withLineFeeds(text: string): string {
  return text === "" ? "" : `${text.replace(/\r?\n$/, "").replaceAll("\r\n", "\n")}\n`;
}

function replacePatch(
  [oldFileName, newFileName]: readonly [string, string],
  before: string,
  after: string,
): StructuredPatch {
  const signed = (sign: "-" | "+", text: string): readonly string[] =>
    text
      .split("\n")
      .slice(0, -1)
      .map((line) => `${sign}${line}`);
  const removed = signed("-", before);
  const added = signed("+", after);
  const hunk = { oldStart: 1, oldLines: removed.length, newStart: 1, newLines: added.length };
  const hunks = [{ ...hunk, lines: [...removed, ...added] }];
  return { oldFileName, newFileName, oldHeader: undefined, newHeader: undefined, hunks };
}
