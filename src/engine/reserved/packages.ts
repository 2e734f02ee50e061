/**
 * Finds packages that a question proposes to add. Only a name that is installed, imported or called a library
 * counts, not every name in backticks.
 */

const name = "`?(@?[a-z\\d][\\w.-]{0,60}(?:\\/[\\w.-]{1,60})?)`?";
const mentions = [
  `\\b(?:npm (?:i|install|add)|yarn add|pnpm add|bun add|pip install|cargo add|go get|gem install|composer require) +(?:-[\\w-]+ +){0,3}${name}`,
  `\\b(?:add|adopt|install|introduce|pull in|use|using|try) +${name} +(?:as a +)?(?:librar(?:y|ies)|package|dependency|dep)\\b`,
  `\\b(?:librar(?:y|ies)|package|dependency|module) +(?:called +|named +)?\`(@?[a-z\\d][\\w.-]{0,60}(?:\\/[\\w.-]{1,60})?)\``,
].map((source) => new RegExp(source, "gi"));
const articles: ReadonlySet<string> = new Set([
  "a",
  "an",
  "the",
  "this",
  "that",
  "any",
  "some",
  "another",
  "our",
  "my",
]);
const maxCharacters = 4000;

/** The packages named in the text that no manifest of the repository lists. */
export function newPackages(text: string, manifests: ReadonlySet<string>): readonly string[] {
  const read = text.slice(0, maxCharacters);
  const named = mentions.flatMap((mention) => [...read.matchAll(mention)].map(([, found]) => found ?? ""));
  const bare = named.map((found) => found.replace(/(?<=.)@[^@]*$|\.$/, ""));
  return [...new Set(bare)].filter(
    (found) => found !== "" && !articles.has(found.toLowerCase()) && !manifests.has(found),
  );
}
