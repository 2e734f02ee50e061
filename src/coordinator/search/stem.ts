/**
 * Strips English endings, so that "configuring", "configured" and "configuration" match. The stem need not be
 * a word, only the same for words of one family.
 */

/** Longest first: the first match that leaves at least four letters is removed. */
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
