/** Has several callers share one answer. */

/** @param kept answers that were asked for already, by what they are about */
export function once<T>(kept: Map<string, Promise<T>>, key: string, ask: () => Promise<T>): Promise<T> {
  const known = kept.get(key);
  if (known !== undefined) return known;
  const asked = ask();
  kept.set(key, asked);
  return asked;
}
