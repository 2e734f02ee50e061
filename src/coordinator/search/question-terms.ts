/**
 * A question's subject as weighted terms. Weights depend on the place: otherwise greetings, stack traces and
 * pasted code would outweigh the one sentence that asks.
 */
import { blocksOf } from "../../protocol/markdown/block.ts";
import type { Line } from "../../protocol/markdown/line.ts";
import { termsOf } from "./tokens.ts";

export interface QuestionText {
  readonly title: string;
  readonly body: string;
}

/** Term to weight; the heaviest are those of the title. */
export type QuestionTerms = ReadonlyMap<string, number>;

const questionWeights = {
  title: 1,
  /** Weights of a question, other prose, and code or output in the body. */
  asking: 0.5,
  prose: 0.25,
  code: 0.08,
  /** For a term between backticks or quotes, in addition to its place's weight. */
  quoted: 1.3,
  /** How many terms of the body count. */
  maxBodyTerms: 200,
};

const stopWords = new Set(
  termsOf(
    "a an the and or but if then so of in on at to for from by with about into over under as is are was were be been " +
      "being am do does did done doing have has had having i me my we our you your he she it its they them their this " +
      "that these those there here what which who whom whose when where why how can could should would may might must " +
      "will shall not no nor only very just also too than any some all each get got getting hi hello hey thanks thank " +
      "please help guys everyone team know want need like way ways use using used there's i'm don't can't ve re ll " +
      "many much often question issue possible best difference different explain mean meaning example examples etc e.g i.e vs versus anyone somebody someone am t s d m",
  ),
);
const maxBodyCharacters = 8000;
/** Indented code and the lines of a stack trace, outside fences. */
const codeLine = /^(?: {4}|\t)|^\s*at \S|^\s*File "/;
const quotedSpan = /`([^`\n]{1,80})`|"([^"\n]{1,60})"|'([\w.$-]{2,40})'/g;

/** Pairs are taken from the title and this much of the body: what follows is detail. */
const pairCharacters = 600;

/** Words that are adjacent in the question, not counting those that are left out: `lease end`. */
export function questionPairs({ title, body }: QuestionText, terms: QuestionTerms): ReadonlySet<string> {
  const kept = termsOf(`${title} . ${body.slice(0, pairCharacters)}`).filter((term) => terms.has(term));
  return new Set(kept.slice(1).map((term, at) => `${kept[at]} ${term}`));
}

export function questionTerms(question: QuestionText): QuestionTerms {
  const weights = new Map<string, number>();
  const body = question.body.slice(0, maxBodyCharacters);
  add(weights, question.title, questionWeights.title);
  const lines = blocksOf(body).lines;
  const isCode = ({ place, text }: Line): boolean => place === "fence" || codeLine.test(text);
  const said = (kept: readonly Line[]): string => kept.map(({ text }) => text).join("\n");
  add(weights, said(lines.filter(isCode)), questionWeights.code);
  const prose = said(lines.filter((line) => !isCode(line)));
  for (const sentence of prose.split(/(?<=[.?!])\s+|\n+/)) {
    const asks = sentence.trimEnd().endsWith("?");
    add(weights, sentence, asks ? questionWeights.asking : questionWeights.prose);
  }
  return weights;
}

function add(weights: Map<string, number>, text: string, weight: number): void {
  const quoted = new Set<string>();
  for (const [, ...spans] of text.matchAll(quotedSpan))
    for (const term of termsOf(spans.find((span) => span !== undefined) ?? "")) quoted.add(term);
  for (const term of termsOf(text).slice(0, questionWeights.maxBodyTerms)) {
    if (stopWords.has(term)) continue;
    const its = quoted.has(term) ? weight * questionWeights.quoted : weight;
    weights.set(term, Math.max(weights.get(term) ?? 0, its));
  }
}
