/**
 * Caches results for long texts, so that the same text is not read twice. Bounded by the total length of the
 * texts.
 */

/** Shorter texts are read faster than they are looked up. */
const minCharacters = 500;
const maxCharacters = 4 * 1024 * 1024;

/** Memoises `read`, which must depend on nothing but the text. */
export function cached<T>(read: (text: string) => T): (text: string) => T {
  /** Oldest first. */
  const made = new Map<string, T>();
  let characters = 0;
  return (text) => {
    if (text.length < minCharacters) return read(text);
    const known = made.get(text);
    if (known !== undefined) return known;
    const result = read(text);
    made.set(text, result);
    characters += text.length;
    for (const oldest of made.keys()) {
      if (characters <= maxCharacters) break;
      made.delete(oldest);
      characters -= oldest.length;
    }
    return result;
  };
}
