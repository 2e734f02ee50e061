/**
 * Splits long lists into portions, so that neither all of a repository's records are in memory, nor all ids
 * in one request.
 */

/** How many issues are read, records compared and records committed per portion. */
const usualSize = 50;

export function* portionsOf<T>(items: readonly T[], size = usualSize): Generator<readonly T[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}
