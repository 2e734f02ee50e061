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

/**
 * What a page of documentation must show: no other page comes near, and a passage under a heading that names the
 * matter says nearly all of it. Read off the cross-validated rankings of the dev questions: from this lead on no
 * page that was cited was wrong while the right one stood in the store (7 questions).
 */
const direct: readonly { readonly of: EvidenceName; readonly least: number; readonly named: string }[] = [
  { of: "coverage", least: 0.8, named: "speaks of all that is asked" },
  { of: "proximity", least: 0.3, named: "keeps the question's words together" },
  { of: "heading", least: 0.3, named: "stands under a heading that names it" },
  { of: "lead", least: 0.5, named: "is well ahead of every other page" },
];

export function evidenceGate(evidence: Evidence | undefined, confidence: number): Verdict {
  if (evidence === undefined) return stopping(["Nothing in the context store speaks of it."]);
  if (evidence.decision === 1) {
    const measured = `${confidence.toFixed(2)}, limit ${leastConfidence}`;
    return confidence >= leastConfidence
      ? passing(`A recorded decision is likely to answer it (${measured}).`)
      : stopping([`The best record of a decision may not answer it (${measured}).`]);
  }
  const missing = direct.filter(({ of, least }) => evidence[of] < least);
  return missing.length === 0
    ? passing("A page of the documentation answers it directly.")
    : stopping(
        missing.map(
          ({ of, least, named }) => `No page ${named} (${evidence[of].toFixed(2)}, limit ${least}).`,
        ),
      );
}
