/**
 * The difference of two texts, as `diff -u` shows it. Equal lines at both ends are skipped first; where too
 * many lines remain to compare every pair, they are shown as replaced.
 */

const around = 3;
/** If more lines than this differ on either side, they are not compared one by one. */
const comparedLines = 2_000;

interface Line {
  readonly sign: " " | "-" | "+";
  readonly text: string;
}

/** Empty if the texts are equal. */
export function unifiedDiff(path: string, before: string | undefined, after: string): string {
  const lines = difference(linesOf(before ?? ""), linesOf(after));
  const hunks = hunksOf(lines);
  if (hunks.length === 0) return "";
  const from = before === undefined ? "/dev/null" : `a/${path}`;
  return `--- ${from}\n+++ b/${path}\n${hunks.join("")}`;
}

function linesOf(text: string): readonly string[] {
  return text === "" ? [] : text.replace(/\r?\n$/, "").split(/\r?\n/);
}

function difference(a: readonly string[], b: readonly string[]): readonly Line[] {
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head += 1;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a.at(-1 - tail) === b.at(-1 - tail)) tail += 1;
  const same = (texts: readonly string[]): readonly Line[] => texts.map((text) => ({ sign: " ", text }));
  const [left, right] = [a.slice(head, a.length - tail), b.slice(head, b.length - tail)];
  return [...same(a.slice(0, head)), ...middle(left, right), ...same(a.slice(a.length - tail))];
}

function middle(a: readonly string[], b: readonly string[]): readonly Line[] {
  if (Math.max(a.length, b.length) > comparedLines)
    return [...a.map((text): Line => ({ sign: "-", text })), ...b.map((text): Line => ({ sign: "+", text }))];
  const common = commonLengths(a, b);
  const width = b.length + 1;
  const lines: Line[] = [];
  for (let i = 0, j = 0; i < a.length || j < b.length; ) {
    const [left, right] = [a[i], b[j]];
    if (left !== undefined && left === right) {
      lines.push({ sign: " ", text: left });
      i += 1;
      j += 1;
    } else if (
      left !== undefined &&
      (right === undefined || at(common, i + 1, j, width) >= at(common, i, j + 1, width))
    ) {
      lines.push({ sign: "-", text: left });
      i += 1;
    } else {
      lines.push({ sign: "+", text: right ?? "" });
      j += 1;
    }
  }
  return lines;
}

/** For each pair of positions, the length of the longest common subsequence of the lines that follow. */
function commonLengths(a: readonly string[], b: readonly string[]): Uint16Array {
  const width = b.length + 1;
  const lengths = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      lengths[i * width + j] =
        a[i] === b[j]
          ? at(lengths, i + 1, j + 1, width) + 1
          : Math.max(at(lengths, i + 1, j, width), at(lengths, i, j + 1, width));
  return lengths;
}

function at(lengths: Uint16Array, i: number, j: number, width: number): number {
  return lengths[i * width + j] ?? 0;
}

/** Changes with three lines of context; hunks that would touch are merged. */
function hunksOf(lines: readonly Line[]): readonly string[] {
  const changed = lines.flatMap(({ sign }, index) => (sign === " " ? [] : index));
  const spans: { from: number; to: number }[] = [];
  for (const index of changed) {
    const last = spans.at(-1);
    if (last !== undefined && index - around <= last.to + 1)
      last.to = Math.min(index + around, lines.length - 1);
    else spans.push({ from: Math.max(0, index - around), to: Math.min(index + around, lines.length - 1) });
  }
  return spans.map(({ from, to }) => hunk(lines, from, to));
}

function hunk(lines: readonly Line[], from: number, to: number): string {
  const count = (part: readonly Line[], sign: "-" | "+"): number =>
    part.filter((line) => line.sign === " " || line.sign === sign).length;
  const [earlier, shown] = [lines.slice(0, from), lines.slice(from, to + 1)];
  const range = (sign: "-" | "+"): string => {
    const length = count(shown, sign);
    return `${count(earlier, sign) + (length === 0 ? 0 : 1)},${length}`;
  };
  const body = shown.map(({ sign, text }) => `${sign}${text}\n`).join("");
  return `@@ -${range("-")} +${range("+")} @@\n${body}`;
}
