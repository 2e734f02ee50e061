/**
 * The coordinator's drafts in the scorer's format. Calls `coordinate` instead of searching itself, so that
 * the bench measures what ships.
 */

import type { Draft } from "../../../src/coordinator/answers/draft.ts";
import { coordinate } from "../../../src/coordinator/coordinate.ts";
import { type Retrieval, retrieve } from "../../../src/coordinator/search/retrieve.ts";
import { askedOf, type Condition, casesOf, documentsOf } from "./cases.ts";

interface Citation {
  readonly path: string;
  readonly quote?: string;
}

export interface Prediction {
  readonly id: string;
  readonly cond: Condition;
  readonly action: "answer" | "escalate";
  readonly confidence: number;
  readonly citations: readonly Citation[];
}

const shownPages = 10;

export interface Predicted {
  readonly prediction: Prediction;
  readonly tookMs: number;
}

/** The drafts of one set, under both conditions. */
export function* predict(folder: string, split: string, set: string): Generator<Predicted> {
  for (const { question, condition, index } of casesOf(folder, split, set)) {
    const store = { index, document: documentsOf(folder, question.store), packages: new Set<string>() };
    const begin = performance.now();
    const draft = coordinate(askedOf(question), store);
    const tookMs = performance.now() - begin;
    const { outcome, confidence } = draft;
    // The data has two outcomes: an answer that needs approval counts as not answered.
    const action = outcome === "answer" ? "answer" : "escalate";
    yield {
      prediction: {
        id: question.id,
        cond: condition,
        action,
        confidence,
        citations: citationsOf(draft, retrieve(index, question)),
      },
      tookMs,
    };
  }
}

/** Pages in the order of the search, the first ones with the words quoted from them. */
function citationsOf(draft: Draft, { matches }: Retrieval): readonly Citation[] {
  const quotes = draft.quotes.length > 0 ? draft.quotes : draft.context;
  const first = draft.sources.map(({ citation }) => citation.slice(0, citation.lastIndexOf("@")));
  const pages = [...new Set([...first, ...matches.map(({ passage }) => passage.path)])].slice(0, shownPages);
  return pages.map((path) => {
    const quote = quotes.find((its) => its.path === path)?.text;
    return quote === undefined ? { path } : { path, quote };
  });
}
