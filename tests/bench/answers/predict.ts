/**
 * The coordinator's drafts as the scorer reads them. A newcomer would let the bench search; it asks `coordinate`, so
 * that what is measured is what ships.
 */
import { coordinate } from "../../../src/coordinator/coordinate.ts";
import type { Draft } from "../../../src/coordinator/draft.ts";
import { trained } from "../../../src/coordinator/trained.ts";
import { askedOf, type Condition, casesOf, documentsOf } from "./cases.ts";

interface Citation {
  readonly path: string;
  readonly quote?: string;
}

export interface Prediction {
  readonly id: string;
  readonly cond: Condition;
  readonly action: Draft["action"];
  readonly confidence: number;
  readonly citations: readonly Citation[];
}

export interface Predicted {
  readonly prediction: Prediction;
  readonly tookMs: number;
}

/** The drafts of one set, under both conditions. */
export function* predict(folder: string, split: string, set: string): Generator<Predicted> {
  for (const { question, condition, index } of casesOf(folder, split, set)) {
    const store = { index, document: documentsOf(folder, question.store), packages: new Set<string>() };
    const begin = performance.now();
    const draft = coordinate(askedOf(question), store, trained);
    const tookMs = performance.now() - begin;
    const { action, confidence } = draft;
    yield {
      prediction: { id: question.id, cond: condition, action, confidence, citations: citationsOf(draft) },
      tookMs,
    };
  }
}

/** What was found, in order; the first ones with the words that are quoted from them. */
function citationsOf(draft: Draft): readonly Citation[] {
  const quotes = draft.action === "answer" ? draft.quotes : draft.context;
  return draft.sources.map(({ citation }) => {
    const path = citation.slice(0, citation.lastIndexOf("@"));
    const quote = quotes.find((its) => its.path === path)?.text;
    return quote === undefined ? { path } : { path, quote };
  });
}
