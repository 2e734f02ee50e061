/**
 * How likely a document's words are to be asked for in this question (query likelihood under a Dirichlet prior). A
 * newcomer would look at the best passage alone; a page that is about the subject says its words all over, and a short
 * one that says them says them on purpose.
 */
import type { Index } from "./index.ts";
import type { QuestionTerms } from "./question-terms.ts";

/** As many terms of the whole store are added to each document: 800 and 3,000 found fewer records. */
const priorTerms = 200;

/** By the document's number: the mean over the question's terms, so that it is the same for long and short questions. */
export function wholeFits({ documentOf, lengths, postings }: Index, terms: QuestionTerms): Float64Array {
  const total = lengths.reduce((sum, length) => sum + length, 0);
  const fits = new Float64Array(lengths.length);
  const counts = new Float64Array(lengths.length);
  let weights = 0;
  for (const [term, weight] of terms) {
    const holders = postings.get(term) ?? [];
    let everywhere = 0;
    for (const { passage, count } of holders) {
      const document = documentOf[passage] ?? 0;
      counts[document] = (counts[document] ?? 0) + count;
      everywhere += count;
    }
    if (everywhere > 0) weights += weight;
    // Only the documents that hold it are looked at again, and left at zero for the next term.
    for (const { passage } of holders) {
      const document = documentOf[passage] ?? 0;
      const count = counts[document] ?? 0;
      if (count === 0) continue;
      fits[document] =
        (fits[document] ?? 0) + weight * Math.log(1 + (count * total) / (priorTerms * everywhere));
      counts[document] = 0;
    }
  }
  return fits.map(
    (fit, document) =>
      fit / Math.max(weights, Number.EPSILON) - Math.log(1 + (lengths[document] ?? 0) / priorTerms),
  );
}
