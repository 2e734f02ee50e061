/**
 * Finds decisions in a reply that neither the question nor the quotes mention. True quotes do not vouch for
 * the decision above them: a model may quote one thing and decide something else that is reserved for people.
 */
import { newPackages } from "./packages.ts";
import { signsIn } from "./signs.ts";

/** Class patterns read only the beginning of a text, so it is scanned again from this offset. */
const overlap = 1_000;

/**
 * Why the text makes a decision that is reserved for people, although its sources do not; empty if it does
 * not.
 * @param written the decision, in the answerer's words
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
