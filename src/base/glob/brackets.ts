/** Character classes: `[a-z]`, `[!x]` and `[^x]`. */

export interface CharClass {
  readonly isNegated: boolean;
  /** Character codes in pairs, first and last of each range. */
  readonly ranges: readonly number[];
}

/** Where the class that opens at `at` closes; undefined if it does not, and the bracket is literal. */
export function classEnd(pattern: string, at: number): number | undefined {
  const first = firstMember(pattern, at);
  for (let end = first; end < pattern.length; end++) {
    if (pattern[end] === "\\") end++;
    // A bracket right after the opening one is a member of the class.
    else if (pattern[end] === "]" && end > first) return end;
  }
  return undefined;
}

/** @param end the result of {@link classEnd} */
export function classOf(pattern: string, at: number, end: number): CharClass {
  const first = firstMember(pattern, at);
  const ranges: number[] = [];
  for (let next = first; next < end; next++) {
    if (pattern[next] === "\\" && next + 1 < end) next++;
    const low = pattern.charCodeAt(next);
    const isRange = pattern[next + 1] === "-" && next + 2 < end;
    if (isRange) next += 2;
    if (isRange && pattern[next] === "\\" && next + 1 < end) next++;
    ranges.push(low, isRange ? pattern.charCodeAt(next) : low);
  }
  return { isNegated: first > at + 1, ranges };
}

export function isIn({ isNegated, ranges }: CharClass, code: number): boolean {
  for (let at = 0; at < ranges.length; at += 2)
    if (code >= (ranges[at] ?? 0) && code <= (ranges[at + 1] ?? 0)) return !isNegated;
  return isNegated;
}

function firstMember(pattern: string, at: number): number {
  return pattern[at + 1] === "!" || pattern[at + 1] === "^" ? at + 2 : at + 1;
}
