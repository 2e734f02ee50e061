/**
 * Fits the ranking and the confidence. A newcomer would fit both on the same questions; confidence must be learnt
 * on rankings that have not seen the question, or it believes them too much.
 */
import {
  confidenceOf,
  type Evidence,
  evidenceNames,
  evidenceOf,
  maxCitations,
} from "../../../src/coordinator/confidence.ts";
import { evidenceGate } from "../../../src/coordinator/evidence-gate.ts";
import type { LinearModel } from "../../../src/coordinator/linear.ts";
import { against, featureNames } from "../../../src/coordinator/search/features.ts";
import { type Retrieval, ranked, retrieve } from "../../../src/coordinator/search/retrieve.ts";
import { type Case, casesOf } from "./cases.ts";
import { hashOf } from "./data.ts";
import { fitLogistic, fitRanking, type Labelled } from "./fit.ts";
import { foldOf, partsOf } from "./folds.ts";

const sets = ["adr-qa", "repodocs-qa.fastify", "repodocs-qa.payload", "repodocs-qa.ray"];
const stores = ["adr", "fastify", "payload", "ray"];
/** L2 penalties: of 3, 10, 20 and 30, and of 3 and 10, those with the best cross-validated figures. */
const rankingPenalty = 30;
const confidencePenalty = 3;
/** Of the questions a bus sees, this share can be answered from its store; the scorer mixes alike. */
const answerableShare = 0.8;
const noRanking: LinearModel = { bias: 0, features: {} };

interface Slim extends Omit<Case, "index"> {
  readonly retrieval: Retrieval;
  /** How many the store has. */
  readonly passages: number;
}

interface Judged {
  readonly set: string;
  readonly part: string;
  readonly evidence: Evidence;
  readonly isRight: boolean;
  /** Whether the evidence gate lets it through. */
  readonly passes: boolean;
  /** Place of the first gold document; -1 is not found, undefined is no such question. */
  readonly place: number | undefined;
  readonly weight: number;
  readonly confidence: number;
}

export function trainEvidence(folder: string): object {
  const cases = sets.flatMap((set) => [...slimCases(folder, set)]);
  const crossed = crossValidate(cases, ({ question }) => String(foldOf(question.id)));
  report("each fifth of the questions judged by the others", crossed);
  report(
    "each project judged by the others",
    crossValidate(cases, ({ question }) => question.set),
  );
  const ranking = fitRanking(featureNames, lists(cases), rankingPenalty, against);
  return {
    data: hashOf(folder, [
      ...sets.map((set) => `dev/${set}.jsonl.gz`),
      ...stores.map((store) => `corpora/${store}.docs.jsonl.gz`),
    ]),
    ranking,
    confidence: fitLogistic(evidenceNames, crossed.map(labelled), confidencePenalty),
  };
}

/** Cases without their index, which would fill the memory. */
function* slimCases(folder: string, set: string): Generator<Slim> {
  for (const { index, ...its } of casesOf(folder, "dev", set))
    yield {
      ...its,
      retrieval: retrieve(index, its.question, noRanking),
      passages: index.passages.length,
    };
}

/** Every case judged by models that have not seen its part of the questions. */
function crossValidate(cases: readonly Slim[], partOf: (its: Slim) => string): readonly Judged[] {
  const parts = partsOf(cases, partOf);
  const judged = parts.flatMap((part) => {
    const ranking = fitRanking(
      featureNames,
      lists(cases.filter((its) => partOf(its) !== part)),
      rankingPenalty,
      against,
    );
    return judge(
      cases.filter((its) => partOf(its) === part),
      ranking,
      part,
    );
  });
  return parts.flatMap((part) => {
    const model = fitLogistic(
      evidenceNames,
      judged.filter((its) => its.part !== part).map(labelled),
      confidencePenalty,
    );
    return judged
      .filter((its) => its.part === part)
      .map((its) => ({ ...its, confidence: confidenceOf(model, its.evidence) }));
  });
}

function lists(cases: readonly Slim[]): readonly (readonly Labelled[])[] {
  return cases
    .filter(({ question, condition }) => question.isAnswerable && condition === "present")
    .map(({ question, retrieval }) =>
      retrieval.hits.map(({ path, features }) => ({
        values: features,
        label: question.gold.has(path) ? 1 : 0,
        weight: 1,
      })),
    );
}

function judge(cases: readonly Slim[], ranking: LinearModel, part: string): readonly Judged[] {
  return cases.flatMap(({ question, condition, retrieval, passages }) => {
    const hits = ranked(retrieval.hits, ranking);
    const evidence = evidenceOf({ ...retrieval, hits });
    if (evidence === undefined) return [];
    const place = hits.findIndex(({ path }) => question.gold.has(path));
    const isAnswerable = question.isAnswerable && condition === "present";
    return {
      set: question.set,
      part,
      evidence,
      passes: evidenceGate(evidence, passages).passes,
      isRight: isAnswerable && place >= 0 && place < maxCitations,
      place: isAnswerable ? place : undefined,
      weight: isAnswerable ? answerableShare : 1 - answerableShare,
      confidence: 0,
    };
  });
}

const labelled = ({ evidence, isRight, weight }: Judged): Labelled => ({
  values: evidence,
  label: isRight ? 1 : 0,
  weight,
});

const groups = [...sets, "repodocs"];
const groupOf = (all: readonly Judged[], group: string): readonly Judged[] =>
  all.filter(({ set }) => set.startsWith(group));

/** Coverage and precision of what is answered, in the scorer's mix. */
function shares(judged: readonly Judged[], isAnswered: (its: Judged) => boolean): string {
  const known = judged.filter(({ place }) => place !== undefined).length;
  const unknown = judged.length - known;
  let right = 0;
  let all = 0;
  for (const its of judged) {
    if (!isAnswered(its)) continue;
    const weight = its.place === undefined ? (1 - answerableShare) / unknown : answerableShare / known;
    all += weight;
    if (its.isRight) right += weight;
  }
  return `${(100 * all).toFixed(1)}% at ${(all === 0 ? 100 : (100 * right) / all).toFixed(1)}%`;
}

function report(how: string, judged: readonly Judged[]): void {
  process.stdout.write(`${how}:\n`);
  for (const group of groups) {
    const its = groupOf(judged, group);
    const places = its.flatMap(({ place }) => place ?? []);
    const hit = (count: number) =>
      ((100 * places.filter((place) => place >= 0 && place < count).length) / places.length).toFixed(1);
    const gate = shares(its, ({ passes }) => passes);
    const confident = [0.6, 0.75, 0.9].map(
      (least) => `${least}: ${shares(its, ({ confidence }) => confidence >= least)}`,
    );
    process.stdout.write(
      `${group.padEnd(20)} hit ${hit(1)} / ${hit(3)} / ${hit(5)} / ${hit(20)}   the evidence gate: ${gate}   confidence from ${confident.join("  ")}\n`,
    );
  }
}
