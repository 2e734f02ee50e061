/**
 * Varies the first look's numbers, one at a time, and prints what is found. A newcomer would take the best line of a
 * table; on so few questions a point is two of them, so a number changes only when every set agrees.
 */
import { passagesOf } from "../../../src/coordinator/passage/passages.ts";
import { buildIndex, type FieldWeights, fieldWeights } from "../../../src/coordinator/search/index.ts";
import { questionTerms } from "../../../src/coordinator/search/question-terms.ts";
import { candidates, scorePassages } from "../../../src/coordinator/search/score.ts";
import { type QuestionRow, readQuestions, readStore } from "./data.ts";

const sets = ["adr-qa", "repodocs-qa.fastify", "repodocs-qa.payload", "repodocs-qa.ray"];

interface Variant {
  readonly name: string;
  readonly weights: FieldWeights;
  readonly share?: number;
}

const { weight, lengthPenalty } = fieldWeights;
const variants: readonly Variant[] = [
  { name: "as shipped", weights: fieldWeights },
  ...[0.8, 2].map((k1) => ({ name: `k1 ${k1}`, weights: { ...fieldWeights, k1 } })),
  ...(["title", "headings", "path"] as const).flatMap((field) =>
    [0.5, 1, 2, 3].map((value) => ({
      name: `${field} ${value}`,
      weights: { ...fieldWeights, weight: { ...weight, [field]: value } },
    })),
  ),
  ...[0.3, 0.8].map((body) => ({
    name: `length of the body ${body}`,
    weights: { ...fieldWeights, lengthPenalty: { ...lengthPenalty, body } },
  })),
  ...[0, 0.3].map((share) => ({ name: `share of the next ${share}`, weights: fieldWeights, share })),
];

export function tune(folder: string): void {
  const data = sets.map((set) => {
    const questions = readQuestions(folder, "dev", set).filter(({ isAnswerable }) => isAnswerable);
    const store = questions[0]?.store ?? set;
    return { set, questions, passages: readStore(folder, store).flatMap(passagesOf) };
  });
  for (const variant of variants) {
    const figures = data.map(({ set, questions, passages }) => {
      const index = buildIndex(passages, variant.weights);
      const places = questions.map((question) => placeOf(question, index, variant.share));
      const hit = (count: number): string =>
        ((100 * places.filter((place) => place >= 0 && place < count).length) / places.length).toFixed(0);
      return `${set.replace("repodocs-qa.", "")} ${hit(1)}/${hit(3)}/${hit(5)}`;
    });
    process.stdout.write(`${variant.name.padEnd(24)} ${figures.join("  ")}\n`);
  }
}

function placeOf(
  question: QuestionRow,
  index: ReturnType<typeof buildIndex>,
  share: number | undefined,
): number {
  const scores = scorePassages(index, questionTerms(question));
  return candidates(index, scores, 40, share).findIndex(({ path }) => question.gold.has(path));
}
