/**
 * How the evidence gate does where there are few records: each question beside as many others as a young repository has,
 * with its record and without. A newcomer would trust the figures of the whole store; in a small one some record is far
 * ahead of the rest whatever is asked.
 */
import { createHash } from "node:crypto";
import { evidenceOf, maxCitations } from "../../../src/coordinator/confidence.ts";
import { evidenceGate } from "../../../src/coordinator/evidence-gate.ts";
import type { StoreDocument } from "../../../src/coordinator/passage/passage.ts";
import { passagesOf } from "../../../src/coordinator/passage/passages.ts";
import { buildIndex } from "../../../src/coordinator/search/index.ts";
import { retrieve } from "../../../src/coordinator/search/retrieve.ts";
import { trained } from "../../../src/coordinator/trained.ts";
import { type QuestionRow, readQuestions, readStore } from "./data.ts";

const sizes: readonly number[] = [6, 12, 25, 50];
/** Each question is tried in as many stores of a size. */
const salts: readonly string[] = ["a", "b"];

export function smallStoreTable(folder: string, split: string): string {
  const questions = readQuestions(folder, split, "adr-qa");
  const documents = readStore(folder, "adr");
  const lines = sizes.map((size) => {
    const stores = salts.flatMap((salt) =>
      questions.map((question) => ({ question, others: othersOf(documents, question, salt, size) })),
    );
    const present = stores.map(({ question, others }) =>
      outcome(question, [...documents.filter(({ path }) => question.gold.has(path)), ...others]),
    );
    const ablated = stores.map(({ question, others }) => outcome(question, others));
    return `    ${String(size).padStart(2)} records: answers ${percent(present, "right", "wrong")} of what a record answers (${percent(present, "right")} rightly), ${percent(ablated, "right", "wrong")} of what none does\n`;
  });
  return `small stores           the evidence gate alone, on adr-qa\n${lines.join("")}`;
}

type Outcome = "right" | "wrong" | "none";

function outcome(question: QuestionRow, store: readonly StoreDocument[]): Outcome {
  const index = buildIndex(store.flatMap(passagesOf));
  const retrieval = retrieve(index, question, trained.ranking);
  const evidence = evidenceOf(retrieval);
  if (!evidenceGate(evidence, index.passages.length).passes) return "none";
  const cited = retrieval.hits.slice(0, maxCitations);
  return cited.some(({ path }) => question.gold.has(path)) ? "right" : "wrong";
}

/** Always the same ones for a question. */
function othersOf(
  documents: readonly StoreDocument[],
  { id, gold }: QuestionRow,
  salt: string,
  size: number,
): readonly StoreDocument[] {
  const place = (path: string): string =>
    createHash("sha256")
      .update(salt + id + path)
      .digest("hex");
  return documents
    .filter(({ path }) => !gold.has(path))
    .map((document) => ({ document, at: place(document.path) }))
    .sort((one, other) => (one.at < other.at ? -1 : 1))
    .slice(0, size - 1)
    .map(({ document }) => document);
}

function percent(outcomes: readonly Outcome[], ...wanted: readonly Outcome[]): string {
  const share = outcomes.filter((each) => wanted.includes(each)).length / Math.max(1, outcomes.length);
  return `${(100 * share).toFixed(0)} %`;
}
