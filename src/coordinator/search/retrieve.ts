/**
 * Finds where a question is answered: documents in order, each with the passage that speaks most of it. A newcomer
 * would read the scores as probabilities; they only order, and `confidence.ts` says how much to believe them.
 */
import { type LinearModel, linear } from "../linear.ts";
import type { Passage } from "../passage/passage.ts";
import { type Asked, asked } from "./asked.ts";
import { type Features, featuresOf } from "./features.ts";
import type { PassageTerms } from "./fields.ts";
import type { Index } from "./index.ts";
import type { QuestionText } from "./question-terms.ts";
import { candidates, scorePassages } from "./score.ts";

export interface Hit {
  readonly path: string;
  /** Its best passages, best first. */
  readonly passages: readonly Passage[];
  /** The terms of the best of them. */
  readonly terms: PassageTerms | undefined;
  /** First look's score of the best passage. */
  readonly bestScore: number;
  readonly features: Features;
  /** The ranking's sum: only its order and differences mean something. */
  readonly rank: number;
}

export interface Retrieval {
  readonly asked: Asked;
  /** Best first. */
  readonly hits: readonly Hit[];
}

/** As many documents of the first look are read closely; beyond them the gold page is seldom (training prints hit @20). */
const closelyRead = 40;

export function retrieve(index: Index, question: QuestionText, ranking: LinearModel): Retrieval {
  const about = asked(index, question);
  const found = candidates(index, scorePassages(index, about.sought), closelyRead);
  const hits = featuresOf(index, about, found).map(({ candidate, features }): Hit => {
    const passages = candidate.best.flatMap((at) => index.passages[at] ?? []);
    const terms = index.terms[candidate.best[0] ?? -1];
    return {
      path: candidate.path,
      passages,
      terms,
      bestScore: candidate.scores[0] ?? 0,
      features,
      rank: linear(ranking, features),
    };
  });
  return { asked: about, hits: inOrder(hits) };
}

/** The same hits under another ranking, as training compares them. */
export function ranked(hits: readonly Hit[], ranking: LinearModel): readonly Hit[] {
  return inOrder(hits.map((hit) => ({ ...hit, rank: linear(ranking, hit.features) })));
}

function inOrder(hits: readonly Hit[]): readonly Hit[] {
  return hits.toSorted((a, b) => b.rank - a.rank);
}
