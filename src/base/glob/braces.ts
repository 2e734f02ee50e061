/** `{a,b}` in a pattern: one pattern for each alternative. A newcomer would expand them all; nested, they are millions. */
import { classEnd } from "./brackets.ts";

/** The patterns that one with braces stands for; undefined where there are more than `most`. */
export function alternativesOf(pattern: string, most: number): readonly string[] | undefined {
  const commas = groupsOf(pattern);
  return commas.size === 0 ? [pattern] : expand(pattern, commas, 0, pattern.length, most);
}

/** Where a group opens, where its commas are, and where it closes, by its opening. Braces without a comma are plain text. */
function groupsOf(pattern: string): ReadonlyMap<number, readonly number[]> {
  const groups = new Map<number, readonly number[]>();
  const open: number[][] = [];
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern[at];
    if (char === "\\") at++;
    else if (char === "[") at = classEnd(pattern, at) ?? at;
    else if (char === "{") open.push([at]);
    else if (char === ",") open.at(-1)?.push(at);
    else if (char === "}") {
      const marks = open.pop();
      if (marks !== undefined && marks.length > 1) groups.set(marks[0] ?? 0, [...marks, at]);
    }
  }
  return groups;
}

function expand(
  pattern: string,
  groups: ReadonlyMap<number, readonly number[]>,
  from: number,
  to: number,
  most: number,
): readonly string[] | undefined {
  let found: readonly string[] = [""];
  let plainFrom = from;
  for (let at = from; at < to; at++) {
    const marks = groups.get(at);
    if (marks === undefined) continue;
    const plain = pattern.slice(plainFrom, at);
    const choices: string[] = [];
    for (const [index, mark] of marks.slice(0, -1).entries()) {
      const inner = expand(pattern, groups, mark + 1, marks[index + 1] ?? to, most);
      if (inner === undefined || choices.push(...inner) * found.length > most) return undefined;
    }
    found = found.flatMap((start) => choices.map((choice) => start + plain + choice));
    at = marks.at(-1) ?? to;
    plainFrom = at + 1;
  }
  const rest = pattern.slice(plainFrom, to);
  return found.map((start) => start + rest);
}
