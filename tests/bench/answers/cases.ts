/**
 * Every question of a set under both conditions, with the store it is put to. For ablation the gold documents
 * are removed from the store itself, not from the hits, so that nothing of them is left in the index.
 */

import type { StoreDocument } from "../../../src/coordinator/passage/passage.ts";
import { passagesOf } from "../../../src/coordinator/passage/passages.ts";
import { buildIndex, type SearchIndex, withoutDocuments } from "../../../src/coordinator/search/index.ts";
import type { WrittenQuestion } from "../../../src/coordinator/written-question.ts";
import { type QuestionRow, readQuestions, readStore } from "./data.ts";

export type Condition = "present" | "ablated";

export interface Case {
  readonly question: QuestionRow;
  readonly condition: Condition;
  readonly index: SearchIndex;
}

export function indexStore(folder: string, store: string): SearchIndex {
  return buildIndex(readStore(folder, store).flatMap(passagesOf));
}

const read = new Map<string, ReadonlyMap<string, StoreDocument>>();

/** The documents of a store by path; each store is read once. */
export function documentsOf(folder: string, store: string): (path: string) => StoreDocument | undefined {
  const key = `${folder}/${store}`;
  const documents =
    read.get(key) ?? new Map(readStore(folder, store).map((document) => [document.path, document]));
  read.set(key, documents);
  return (path) => documents.get(path);
}

/** A row as input of the coordinator. */
export function askedOf({ title, body }: { readonly title: string; readonly body: string }): WrittenQuestion {
  return { title, body };
}

/** Sets whose unanswerable questions are their own are not ablated. */
const isAblated = (set: string): boolean => set.startsWith("repodocs") || set.startsWith("adr");

/** One question after the other, so that an ablated index is released before the next is built. */
export function* casesOf(folder: string, split: string, set: string): Generator<Case> {
  const indexes = new Map<string, SearchIndex>();
  for (const question of readQuestions(folder, split, set)) {
    const index = indexes.get(question.store) ?? indexStore(folder, question.store);
    indexes.set(question.store, index);
    yield { question, condition: "present", index };
    if (question.isAnswerable && isAblated(set))
      yield { question, condition: "ablated", index: withoutDocuments(index, question.gold) };
  }
}
