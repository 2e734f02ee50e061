/**
 * Gate (c): is it likely enough that what would be cited answers the question? A newcomer would hold every page to one
 * limit; a recorded decision answers what it speaks of, while a page of documentation often only mentions it.
 */
import type { Evidence, EvidenceName } from "./confidence.ts";
import { passing, stopping, type Verdict } from "./gate.ts";

interface Floor {
  readonly of: EvidenceName;
  readonly least: number;
  readonly named: string;
}

/**
 * What a record of a decision must show. Read off the cross-validated rankings of the dev questions: with leads from 0.3
 * to 0.4 and proximities from 0.05 to 0.1, 18 to 20 of 34 questions pass whose record is in the store, all rightly, and 1 to 4
 * of 34 whose record is not. The confidence of all evidence together tells the two apart less well.
 */
const record: readonly Floor[] = [
  { of: "lead", least: 0.3, named: "is ahead of every other" },
  { of: "proximity", least: 0.1, named: "keeps the question's words together" },
];

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
const recordAmongFew: readonly Floor[] = [
  ...record,
  { of: "strength", least: 0.2, named: "says enough of what is asked" },
];

/** @param passages how many the store has */
export function evidenceGate(evidence: Evidence | undefined, passages: number): Verdict {
  if (evidence === undefined) return stopping(["Nothing in the context store speaks of it."]);
  if (evidence.decision === 1) {
    const isSmall = passages < fewPassages;
    const lacking = isSmall
      ? shortOf(recordAmongFew, evidence, "In so small a store no record")
      : shortOf(record, evidence, "No record");
    return lacking.length === 0 ? passing("A recorded decision is likely to answer it.") : stopping(lacking);
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
