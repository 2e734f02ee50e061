/**
 * Answers questions that need no search: a track's status, or where a name is defined. They are looked up
 * again each time.
 */

import { inCode } from "../../protocol/render/code.ts";
import type { AnsweringContext, Worked } from "../answering-context.ts";
import { readFromOf } from "../answers/copies.ts";
import { foundClass } from "../answers/found-class.ts";
import type { KnownQuestion } from "../answers/precedent.ts";
import { type DraftAnswer, wordsIn } from "../answers/reading.ts";
import { authorityOver } from "../authority/authority-gate.ts";
import { placeReading } from "../definitions/place-answer.ts";
import { finalGates, type NamedVerdict } from "../gates/final-gates.ts";
import { wordsIn as wordsOfText } from "../search/wording.ts";
import type { AskedQuestion, WrittenQuestion } from "../written-question.ts";
import { describeTrack, mayAskTrack, trackAskedIn } from "./about-track.ts";

/** Gates that turn an answer into a suggestion, which a person who may answer the question approves. */
export const lowering: ReadonlySet<string> = new Set(["authority", "evidence", "policy", "precedent"]);

const maxDifferences = 5;

/** An earlier answer settles nothing: it is suggested, and a person approves it. */
export function suggestAsAsked({ number }: KnownQuestion): NamedVerdict {
  const reasons = [
    `#${number} asked the same in the same words. A person has to say that its answer holds here.`,
  ];
  return { gate: "precedent", passes: false, isAsked: true, reasons };
}

/** Names an earlier question and what differs, without its answer: one word may turn that around. */
export function describeSimilar(question: WrittenQuestion, similar: KnownQuestion): NamedVerdict {
  const { number, asked } = similar;
  const here = new Set(wordsOfText(`${question.title} ${question.body} ${question.options ?? ""}`));
  const there = new Set(wordsOfText(`${asked.title} ${asked.body} ${asked.options ?? ""}`));
  const said = (one: ReadonlySet<string>, other: ReadonlySet<string>): string =>
    [...one]
      .filter((word) => !other.has(word))
      .slice(0, maxDifferences)
      .map(inCode)
      .join(", ");
  const differences = [
    ["here", said(here, there)],
    ["there", said(there, here)],
  ].flatMap(([where, words]) => (words === "" ? [] : [`only ${where}: ${words}`]));
  const how = differences.length === 0 ? "the order of their words" : differences.join("; ");
  const reasons = [`#${number} is similar and was answered, but it differs (${how}).`];
  return { gate: "similar", passes: false, isAsked: false, reasons };
}

/**
 * Whether an earlier answer may be suggested again. One that was read from pages, the tree or the index is read again, and
 * what is reserved for people has no precedent.
 */
export function mayBeRepeated(
  question: AskedQuestion,
  same: KnownQuestion,
  { knowledge }: AnsweringContext,
): boolean {
  const numbered = (wanted: number) => knowledge.known.find(({ number }) => number === wanted);
  return (
    readFromOf(same, numbered) === undefined && authorityOver(question, knowledge.packages).reserved.passes
  );
}

/** The answer from the index or the tree; undefined if the question asks for something else, or for a step as well. */
export async function lookedUp(
  question: AskedQuestion,
  same: KnownQuestion | undefined,
  means: AnsweringContext,
): Promise<Worked | undefined> {
  if (authorityOver(question, means.knowledge.packages).mayBeReserved) return undefined;
  return (await trackAnswer(question, same, means)) ?? placeAnswer(question, same, means);
}

const inTree: NamedVerdict = {
  gate: "tree",
  isAsked: true,
  passes: true,
  reasons: ["The name occurs once."],
};

/**
 * The status of a track is not a decision: the index has it, and no page or earlier answer is more recent.
 */
async function trackAnswer(
  question: AskedQuestion,
  same: KnownQuestion | undefined,
  means: AnsweringContext,
): Promise<Worked | undefined> {
  const asked = mayAskTrack(question) ? trackAskedIn(question, (await means.tracks?.()) ?? []) : undefined;
  if (asked === undefined) return undefined;
  const words = { rationale: "It is the current state of the track's issues.", alternatives: undefined };
  const reading = { decision: describeTrack(asked), ...words, quotes: [], precedent: undefined };
  const found: readonly NamedVerdict[] = [
    {
      gate: "index",
      passes: true,
      isAsked: true,
      reasons: [`The index has the state of track ${asked.track}.`],
    },
  ];
  // An earlier answer by people is older than the index, but may have said more than the status: a person has
  // to check.
  const isNew = same === undefined || same.readFrom === "index";
  return applyGates(question, { reading: { ...reading, answerer: "index" }, found, isNew }, means);
}

/**
 * Where a name is defined is not a decision. An earlier answer with a different path may be outdated, so a
 * person has to check.
 */
function placeAnswer(
  question: AskedQuestion,
  same: KnownQuestion | undefined,
  means: AnsweringContext,
): Worked | undefined {
  if (means.place?.type !== "one") return undefined;
  const { path, folder = path } = means.place.place;
  const isNew = same === undefined || same.decision?.includes(folder) === true;
  const { doubt } = authorityOver(question, means.knowledge.packages);
  const found = [{ gate: "authority", isAsked: true, ...doubt }, inTree];
  return applyGates(question, { reading: placeReading(means.place.place), found, isNew }, means);
}

interface LookedUp {
  readonly reading: DraftAnswer;
  readonly found: readonly NamedVerdict[];
  /** Whether people have not answered the same question differently. */
  readonly isNew: boolean;
}

/** Runs the result through the gates of every answer; undefined if they leave the question to people. */
function applyGates(
  question: AskedQuestion,
  { reading, found, isNew }: LookedUp,
  means: AnsweringContext,
): Worked | undefined {
  const decisionClass = foundClass(question, false);
  const gates: readonly NamedVerdict[] = [
    { gate: "reserved", isAsked: true, ...authorityOver(question, means.knowledge.packages).reserved },
    ...found,
    ...finalGates(question.message, decisionClass, wordsIn(reading), means),
  ];
  const stopped = gates.filter(({ passes }) => !passes).map(({ gate }) => gate);
  if (!stopped.every((gate) => lowering.has(gate))) return undefined;
  const isCertain = stopped.length === 0 && isNew;
  return {
    proposed: { type: "answer", decisionClass: decisionClass ?? "", ...reading, isCertain },
    gates: gates.map(({ gate, passes, reasons }) => ({ gate, passes, reasons })),
    passages: [],
  };
}
