/**
 * What a reader decided that neither the question nor its quotes speak of. A newcomer would let true quotes vouch for
 * the decision above them; a model may quote one thing and decide another, and that one may be people's.
 */
import { newPackages } from "./packages.ts";
import { signsIn } from "./signs.ts";

/** Signs are looked for in the beginning of a text alone: a second look takes in what is behind. */
const overlap = 1_000;

/**
 * Why what was written is a decision that people make, where what it goes by is none; empty where it is not.
 * @param written the decision, in the reader's words
 * @param sources the question and each quote
 */
export function beyondSources(
  written: string,
  sources: readonly string[],
  manifests: ReadonlySet<string>,
): readonly string[] {
  const known = new Set(sources.flatMap(signsIn).map(({ seen }) => seen));
  const signs = [written, written.slice(overlap)].flatMap(signsIn).filter(({ seen }) => !known.has(seen));
  const packages = newPackages(written, manifests).filter(
    (name) => !sources.some((text) => text.includes(name)),
  );
  return [
    ...new Set(signs.map(({ seen }) => `what it decides is not in them: ${seen}`)),
    ...packages.map((name) => `what it decides is not in them: it takes the package \`${name}\``),
  ];
}
