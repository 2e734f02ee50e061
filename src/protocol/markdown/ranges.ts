/** Parts of a text, by the offsets of their first character and of the one after their last. */

export interface Range {
  readonly start: number;
  readonly end: number;
}

/** In order and without overlaps. */
export function merged(ranges: readonly Range[]): readonly Range[] {
  if (ranges.length < 2) return ranges;
  const out: Range[] = [];
  for (const range of ranges.toSorted((one, other) => one.start - other.start)) {
    const last = out.at(-1);
    if (last === undefined || range.start > last.end) out.push(range);
    else if (range.end > last.end) out[out.length - 1] = { start: last.start, end: range.end };
  }
  return out;
}

/**
 * The text with `replace` of each range in place of it.
 * @param ranges in order, without overlaps
 */
export function replaced(text: string, ranges: readonly Range[], replace: (part: string) => string): string {
  if (ranges.length === 0) return text;
  let kept = "";
  let from = 0;
  for (const { start, end } of ranges) {
    kept += text.slice(from, start) + replace(text.slice(start, end));
    from = end;
  }
  return kept + text.slice(from);
}
