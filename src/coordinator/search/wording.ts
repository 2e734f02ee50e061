/**
 * The words of a question in order, by which two questions are found to be the same. Only what cannot change a meaning is
 * left out: case, punctuation, articles, greetings and the plural. Negations, prepositions, numbers and signs stay.
 */

const fillers = new Set("a an the please hi hello hey thanks thank team folks everyone guys".split(" "));
/** A word, a sign such as `<`, or a dash or dot at the start of a word: `--force`, `-5`, `.env`. */
const token =
  /[\p{L}\p{M}\p{N}]+(?:[._/'’-][\p{L}\p{M}\p{N}]+)*|(?<=^|\s)(?:-{1,2}|\.)(?=[\p{L}\p{N}])|[^\s\p{L}\p{M}\p{N}.,;:!?"'`’()[\]*_-]/gu;
const maxCharacters = 4_000;

/** Each text's words, as `wordsIn` returns them; undefined if together they are too long to be compared. */
export function wording(texts: readonly string[]): string | undefined {
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  return length > maxCharacters ? undefined : texts.map((text) => wordsIn(text).join(" ")).join("\u0000");
}

export function wordsIn(text: string): readonly string[] {
  const words = text.normalize("NFC").toLowerCase().match(token) ?? [];
  return words.filter((word) => !fillers.has(word)).map(singular);
}

function singular(word: string): string {
  return /^[a-z]{2,}[^su]s$/.test(word) ? word.slice(0, -1) : word;
}
