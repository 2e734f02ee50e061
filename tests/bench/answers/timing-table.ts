/**
 * How long building the index and answering a question take. A round before the measurement takes the cost of
 * compiling, and CPU time is shown beside elapsed time, because on a busy machine waiting would count
 * as work.
 */
import { coordinate } from "../../../src/coordinator/coordinate.ts";
import { passagesOf } from "../../../src/coordinator/passage/passages.ts";
import { buildIndex } from "../../../src/coordinator/search/index.ts";
import { askedOf, documentsOf } from "./cases.ts";
import { readQuestions, readStore } from "./data.ts";

/** The size that the targets refer to. */
const passageCount = 2000;
/** The largest store and a set with long bodies. */
const store = "ray";
const sets = ["repodocs-qa.ray", "repodocs-qa.payload"];

interface Took {
  readonly wallMs: number;
  readonly cpuMs: number;
}

/** @param took elapsed times of the questions on the whole stores */
export function timingTable(folder: string, split: string, took: readonly number[]): string {
  const passages = readStore(folder, store).flatMap(passagesOf).slice(0, passageCount);
  const built = timed(() => buildIndex(passages));
  const asked = {
    index: buildIndex(passages),
    document: documentsOf(folder, store),
    packages: new Set<string>(),
  };
  const questions = sets.flatMap((set) => readQuestions(folder, split, set)).map(askedOf);
  const round = (): readonly Took[] => questions.map((question) => timed(() => coordinate(question, asked)));
  round();
  const times = round();
  const wall = times.map(({ wallMs }) => wallMs);
  const cpu = times.map(({ cpuMs }) => cpuMs);
  return [
    `timing                 index of ${passages.length} passages: ${built.wallMs.toFixed(0)} ms`,
    `    question on it: median ${quantile(wall, 0.5)} ms, p95 ${quantile(wall, 0.95)} ms (CPU time: ${quantile(cpu, 0.5)}, ${quantile(cpu, 0.95)} ms)`,
    `    questions on the whole stores: median ${quantile(took, 0.5)} ms, p95 ${quantile(took, 0.95)} ms`,
    "",
  ].join("\n");
}

function timed(work: () => unknown): Took {
  const cpu = process.cpuUsage();
  const begin = performance.now();
  work();
  const wallMs = performance.now() - begin;
  const { user, system } = process.cpuUsage(cpu);
  return { wallMs, cpuMs: (user + system) / 1000 };
}

function quantile(values: readonly number[], share: number): string {
  const sorted = values.toSorted((a, b) => a - b);
  return (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0).toFixed(1);
}
