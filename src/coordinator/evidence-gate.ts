/**
 * Gate (c): is it likely enough that what would be cited answers the question? A newcomer would hold every page to one
 * limit; a recorded decision answers what it speaks of, while a page of documentation often only mentions it.
 */
import type { Evidence, EvidenceName } from "./confidence.ts";
import { passing, stopping, type Verdict } from "./gate.ts";

/**
 * From this confidence on, a recorded decision is cited: the lowest of the table that `npm run train:answers -- --data DIR`
 * prints with a cross-validated precision of 0.9 on decisions.
 */
const leastConfidence = 0.75;

interface Floor {
  readonly of: EvidenceName;
  readonly least: number;
  readonly named: string;
}

/**
 * What a page of documentation must show: its whole title is what is asked, and next to nothing else is likely. Read
 * off the cross-validated rankings of the dev questions. A page whose title is asked about is seldom missing from the
 * store, so the title tells best whether the right page is there at all.
 */
const direct: readonly Floor[] = [
  { of: "title", least: 0.5, named: "is by its title about what is asked" },
  { of: "coverage", least: 0.5, named: "speaks of most that is asked" },
  { of: "proximity", least: 0.4, named: "keeps the question's words together" },
  { of: "together", least: 0.9, named: "is, with the next two, well ahead of every other" },
];

/**
 * A store of fewer passages is small: the training data's smallest has 540. There a record is far ahead of the others
 * whatever is asked, so its lead tells nothing, and what it says itself must speak for it.
 */
const fewPassages = 1_500;

/**
 * What a record in a small store must show besides. Read off what `npm run bench:answers` prints for stores of 6 to 50
 * records: without them a third to two thirds of the questions that no record answered passed, with them 3 to 10 in 100.
 */
const own: readonly Floor[] = [
  { of: "proximity", least: 0.1, named: "keeps the question's words together" },
  { of: "strength", least: 0.2, named: "says enough of what is asked" },
];

/** @param passages how many the store has */
export function evidenceGate(evidence: Evidence | undefined, confidence: number, passages: number): Verdict {
  if (evidence === undefined) return stopping(["Nothing in the context store speaks of it."]);
  if (evidence.decision === 1) {
    const measured = `${confidence.toFixed(2)}, limit ${leastConfidence}`;
    const lacking = passages < fewPassages ? shortOf(own, evidence, "In so small a store no record") : [];
    if (lacking.length > 0) return stopping(lacking);
    return confidence >= leastConfidence
      ? passing(`A recorded decision is likely to answer it (${measured}).`)
      : stopping([`The best record of a decision may not answer it (${measured}).`]);
  }
  const lacking = shortOf(direct, evidence, "No page");
  return lacking.length === 0
    ? passing("A page of the documentation answers it directly.")
    : stopping(lacking);
}

function shortOf(floors: readonly Floor[], evidence: Evidence, what: string): readonly string[] {
  return floors
    .filter(({ of, least }) => evidence[of] < least)
    .map(({ of, least, named }) => `${what} ${named} (${evidence[of].toFixed(2)}, limit ${least}).`);
}
