/**
 * Takes English endings off a word, so that "configuring", "configured" and "configuration" meet. A newcomer would
 * expect the stem to be a word; it only has to be the same for words of one family.
 */

/** Longest first: the first that fits and leaves at least four letters is taken off. */
const endings = [
  "izations",
  "ization",
  "isation",
  "ational",
  "ations",
  "ation",
  "ators",
  "ator",
  "itions",
  "ition",
  "ments",
  "ment",
  "ness",
  "ables",
  "able",
  "ibles",
  "ible",
  "ances",
  "ance",
  "ences",
  "ence",
  "ities",
  "ity",
  "ives",
  "ive",
  "ings",
  "ing",
  "ions",
  "ion",
  "als",
  "al",
  "ally",
  "ly",
  "ied",
  "ies",
  "ed",
  "es",
  "ize",
  "ise",
  "ates",
  "ate",
  "e",
  "s",
] as const;

export function stem(word: string): string {
  // Identifiers and numbers keep their spelling.
  if (word.length < 4 || /[^a-z]/.test(word)) return word;
  const singular = word.replace(/(?<=[a-z]{2}[^su])s$|(?<=(?:ss|sh|ch|x|z))es$/, "");
  const ending = endings.find((end) => singular.endsWith(end) && singular.length - end.length >= 4);
  const base = ending === undefined ? singular : singular.slice(0, -ending.length);
  return base
    .replace(/([bdfgklmnprt])\1$/, "$1")
    .replace(/e$/, "")
    .replace(/(?<=[^aeiou])y$/, "i");
}
