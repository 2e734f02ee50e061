/**
 * Expands `{a,b}` in a pattern into one pattern for each alternative, up to a limit: nested braces can mean
 * millions.
 */
import { classEnd } from "./brackets.ts";

export interface BraceOptions {
  /** Whether backslashes and brackets are ordinary characters, and hide no brace. */
  readonly isLiteral?: boolean;
}

/** The patterns that one with braces stands for; undefined if there are more than `most`. */
export function alternativesOf(
  pattern: string,
  max: number,
  { isLiteral = false }: BraceOptions = {},
): readonly string[] | undefined {
  const commas = groupsOf(pattern, isLiteral);
  return commas.size === 0 ? [pattern] : expand(pattern, commas, 0, pattern.length, max);
}

/**
 * The groups by the position of their opening brace: positions of that brace, the commas and the closing
 * brace. Braces without a comma are literal.
 */
function groupsOf(pattern: string, isLiteral: boolean): ReadonlyMap<number, readonly number[]> {
  const groups = new Map<number, readonly number[]>();
  const open: number[][] = [];
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern[at];
    if (!isLiteral && char === "\\") at++;
    else if (!isLiteral && char === "[") at = classEnd(pattern, at) ?? at;
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
  max: number,
): readonly string[] | undefined {
  let found: readonly string[] = [""];
  let plainFrom = from;
  for (let at = from; at < to; at++) {
    const marks = groups.get(at);
    if (marks === undefined) continue;
    const plain = pattern.slice(plainFrom, at);
    const choices: string[] = [];
    for (const [index, mark] of marks.slice(0, -1).entries()) {
      const inner = expand(pattern, groups, mark + 1, marks[index + 1] ?? to, max);
      if (inner === undefined || choices.push(...inner) * found.length > max) return undefined;
    }
    found = found.flatMap((start) => choices.map((choice) => start + plain + choice));
    at = marks.at(-1) ?? to;
    plainFrom = at + 1;
  }
  const rest = pattern.slice(plainFrom, to);
  return found.map((start) => start + rest);
}
