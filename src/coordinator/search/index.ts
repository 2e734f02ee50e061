/** The index of a context store: its statements, their passages, and the text around those. */

import { withSuccession } from "../answers/succession.ts";
import type { Passage } from "../passage/passage.ts";
import { type Bm25, bm25 } from "./bm25.ts";
import { type PassageTerms, passageTerms } from "./fields.ts";

export interface IndexedStatement {
  /** The number of its passage, and its position in the passage. */
  readonly passage: number;
  readonly at: number;
  readonly terms: readonly string[];
}

export interface SearchIndex {
  readonly passages: readonly Passage[];
  readonly terms: readonly PassageTerms[];
  readonly statements: readonly IndexedStatement[];
  readonly ofStatements: Bm25;
  readonly ofPassages: Bm25;
  readonly ofSurroundings: Bm25;
  /**
   * The text under one heading, including the heading; `sectionOf` maps each passage's number to its section.
   */
  readonly ofSections: Bm25;
  readonly sectionOf: readonly number[];
  /** Passage numbers of each document, by path. */
  readonly documents: ReadonlyMap<string, readonly number[]>;
}

export function buildIndex(all: readonly Passage[]): SearchIndex {
  const passages = withSuccession(all);
  return indexOf(passages, passages.map(passageTerms));
}

/** The same index without these documents; the remaining terms are not computed again. */
export function withoutDocuments(index: SearchIndex, paths: ReadonlySet<string>): SearchIndex {
  const kept = index.passages.flatMap((passage, number) => {
    const terms = index.terms[number];
    return terms === undefined || paths.has(passage.path) ? [] : [{ passage, terms }];
  });
  return indexOf(
    kept.map(({ passage }) => passage),
    kept.map(({ terms }) => terms),
  );
}

function indexOf(passages: readonly Passage[], terms: readonly PassageTerms[]): SearchIndex {
  const statements = terms.flatMap((its, passage) =>
    its.statements.map((said, at) => ({ passage, at, terms: said })),
  );
  return {
    passages,
    terms,
    statements,
    ofStatements: bm25(
      statements.map((statement) => statement.terms),
      { k1: 0.6, b: 0.5 },
    ),
    ofPassages: bm25(
      terms.map((its) => its.statements.flat()),
      { k1: 1.2, b: 0.6 },
    ),
    ofSurroundings: bm25(
      terms.map(({ around }) => around),
      { k1: 0.6, b: 0.5 },
    ),
    ...sectionsOf(passages, terms),
    documents: byDocument(passages),
  };
}

function sectionsOf(passages: readonly Passage[], terms: readonly PassageTerms[]) {
  const sections: string[][] = [];
  const sectionOf: number[] = [];
  let last: string | undefined;
  for (const [number, { path, headings }] of passages.entries()) {
    const its = terms[number];
    const name = JSON.stringify([path, ...headings]);
    if (name !== last) sections.push([...(its?.around ?? []), ...(its?.around ?? [])]);
    last = name;
    sections.at(-1)?.push(...(its?.statements.flat() ?? []));
    sectionOf.push(sections.length - 1);
  }
  return { ofSections: bm25(sections, { k1: 1.2, b: 0.6 }), sectionOf };
}

function byDocument(passages: readonly Passage[]): ReadonlyMap<string, readonly number[]> {
  const documents = new Map<string, number[]>();
  for (const [number, { path }] of passages.entries()) {
    const list = documents.get(path);
    if (list === undefined) documents.set(path, [number]);
    else list.push(number);
  }
  return documents;
}
