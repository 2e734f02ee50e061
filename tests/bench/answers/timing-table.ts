/** How long the index and a question take. A newcomer would time the first question: it pays for compiling. */

import { coordinate } from "../../../src/coordinator/coordinate.ts";
import { passagesOf } from "../../../src/coordinator/passage/passages.ts";
import { buildIndex } from "../../../src/coordinator/search/index.ts";
import { trained } from "../../../src/coordinator/trained.ts";
import { askedOf, documentsOf } from "./cases.ts";
import { readQuestions, readStore } from "./data.ts";

/** The size that the targets speak of. */
const passageCount = 2000;

export function timingTable(folder: string, took: readonly number[]): string {
  const begin = performance.now();
  const index = buildIndex(readStore(folder, "ray").flatMap(passagesOf).slice(0, passageCount));
  const buildMs = performance.now() - begin;
  const store = { index, document: documentsOf(folder, "ray"), packages: new Set<string>() };
  const times = readQuestions(folder, "dev", "repodocs-qa.ray").map((question) => {
    const start = performance.now();
    coordinate(askedOf(question), store, trained);
    return performance.now() - start;
  });
  return [
    `timing                 index of ${passageCount} passages (reading them too) ${buildMs.toFixed(0)} ms`,
    `    question on ${passageCount} passages: median ${quantile(times, 0.5)} ms, p95 ${quantile(times, 0.95)} ms`,
    `    questions on whole stores: median ${quantile(took, 0.5)} ms, p95 ${quantile(took, 0.95)} ms`,
    "",
  ].join("\n");
}

function quantile(values: readonly number[], share: number): string {
  const sorted = values.toSorted((a, b) => a - b);
  return (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0).toFixed(1);
}
