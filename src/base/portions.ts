/** Cuts long lists into portions: not all of a repository's records in memory, or all ids in a request, at once. */

/** Issues read, records compared, and records committed, at once. */
const usualSize = 50;

export function* portionsOf<T>(items: readonly T[], size = usualSize): Generator<readonly T[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}
