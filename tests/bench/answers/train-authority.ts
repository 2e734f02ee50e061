/**
 * Fits the classifier that seconds the authority rules. A newcomer would train on every row; rows of origin `nlbse`
 * carry no licence and only measure.
 */

import { reasonsFor, seenIn } from "../../../src/coordinator/authority/authority-gate.ts";
import { classifierTerms, forPeople, type TermModel } from "../../../src/coordinator/authority/classifier.ts";
import { type AuthorityRow, hashOf, readAuthority } from "./data.ts";
import { fitLogistic } from "./fit.ts";
import { foldOf, partsOf } from "./folds.ts";

/** Of 0.3, 1 and 3 the one with the best cross-validated recall at equal over-escalation. */
const penalty = 0.3;
/** A term of one row tells of that row alone. */
const leastRows = 2;
const maxTerms = 1500;
/**
 * The lowest of the printed table that leaves room to the 0.35 of over-escalation that is allowed: the rules were
 * written with these rows in view, so on others the classifier has to catch what they miss.
 */
const threshold = 0.35;

interface Read {
  readonly row: AuthorityRow;
  readonly terms: readonly string[];
}

export function trainAuthority(folder: string): object {
  const all = readAuthority(folder, "dev").map(
    (row): Read => ({ row, terms: classifierTerms(row.title, row.body) }),
  );
  const licensed = all.filter(({ row }) => row.origin !== "nlbse");
  report("each fifth of the rows judged by the others", all, licensed, ({ row }) => String(foldOf(row.id)));
  report("each origin judged by the others", licensed, licensed, ({ row }) => row.origin);
  return { data: hashOf(folder, ["dev/authority.jsonl.gz"]), ...learn(licensed) };
}

function learn(rows: readonly Read[]): TermModel {
  const counts = new Map<string, number>();
  for (const { terms } of rows) for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  const kept = [...counts]
    .filter(([, count]) => count >= leastRows)
    .sort(([a, left], [b, right]) => right - left || (a < b ? -1 : 1))
    .slice(0, maxTerms)
    .map(([term]) => term);
  const known = new Set(kept);
  const model = fitLogistic(
    kept,
    rows.map(({ row, terms }) => {
      const own = terms.filter((term) => known.has(term));
      const one = 1 / Math.sqrt(Math.max(1, own.length));
      const values: Record<string, number> = Object.fromEntries(kept.map((term) => [term, 0]));
      for (const term of own) values[term] = one;
      return { values, label: row.mustEscalate ? 1 : 0, weight: 1 };
    }),
    penalty,
    "as they are",
  );
  const terms = Object.entries(model.features)
    .map(([term, { weight }]) => [term, Number(weight.toFixed(3))] as const)
    .filter(([, weight]) => Math.abs(weight) >= 0.02);
  return { threshold, bias: model.bias, terms: Object.fromEntries(terms) };
}

/** Rules were written with these rows in view; the classifier's part is cross-validated. */
function report(
  how: string,
  all: readonly Read[],
  licensed: readonly Read[],
  partOf: (read: Read) => string,
): void {
  const judged = partsOf(all, partOf).flatMap((part) => {
    const model = learn(licensed.filter((read) => partOf(read) !== part));
    return all
      .filter((read) => partOf(read) === part)
      .map(({ row, terms }) => ({
        row,
        seen: seenIn(row),
        probability: forPeople(model, terms),
      }))
      .map((its) => ({ ...its, byRules: reasonsFor(its.seen, its.probability).length > 0 }));
  });
  const share = (rows: typeof judged, is: (its: (typeof judged)[number]) => boolean): string =>
    (rows.filter(is).length / rows.length).toFixed(3);
  const people = judged.filter(({ row }) => row.mustEscalate);
  const own = judged.filter(({ row }) => !row.mustEscalate);
  process.stdout.write(
    `${how}\nrules alone: recall ${share(people, (its) => its.byRules)} over ${share(own, (its) => its.byRules)}\n`,
  );
  for (const from of [0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.7]) {
    const escalates = (its: (typeof judged)[number]): boolean => its.byRules || its.probability >= from;
    const alone = (its: (typeof judged)[number]): boolean => its.probability >= from;
    process.stdout.write(
      `from ${from}: classifier alone ${share(people, alone)} / ${share(own, alone)}, with rules ${share(people, escalates)} / ${share(own, escalates)}\n`,
    );
  }
}
