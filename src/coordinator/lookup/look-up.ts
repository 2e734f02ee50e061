/**
 * Answers questions that need no search: a track's status, or where a name is defined. They are looked up
 * again each time.
 */

import type { AnsweringContext, Worked } from "../answering-context.ts";
import { readFromOf } from "../answers/copies.ts";
import { foundClass } from "../answers/found-class.ts";
import type { KnownQuestion } from "../answers/precedent.ts";
import { isStillSaid } from "../answers/read-from.ts";
import { type DraftAnswer, wordsIn } from "../answers/reading.ts";
import { authorityOver } from "../authority/authority-gate.ts";
import { placeReading } from "../definitions/place-answer.ts";
import { finalGates, type NamedVerdict } from "../gates/final-gates.ts";
import type { AskedQuestion } from "../written-question.ts";
import { describeTrack, mayAskTrack, trackAskedIn } from "./about-track.ts";

/** Gates that turn an answer into a suggestion, which a person who may answer the question approves. */
export const lowering: ReadonlySet<string> = new Set(["authority", "evidence", "policy"]);

export function askedBefore({ number }: KnownQuestion): NamedVerdict {
  const reasons = [`#${number} asked the same thing and was answered.`];
  return { gate: "precedent", passes: true, isAsked: true, reasons };
}

/**
 * Whether an earlier answer still applies: always if people decided it, otherwise only while its source says
 * the same.
 */
export function mayBeRepeated(same: KnownQuestion, { place, knowledge }: AnsweringContext): boolean {
  const readFrom = readFromOf(same, (wanted) => knowledge.known.find(({ number }) => number === wanted));
  if (readFrom === undefined) return true;
  if (readFrom.source === "pages") return isStillSaid(readFrom.words, knowledge.index.passages);
  return readFrom.source === "tree" && place?.type === "one";
}

/** The answer from the index or the tree; undefined if the question asks for something else. */
export async function lookedUp(
  question: AskedQuestion,
  same: KnownQuestion | undefined,
  means: AnsweringContext,
): Promise<Worked | undefined> {
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
    ...(same?.readFrom?.source === "index" ? [askedBefore(same)] : []),
  ];
  // An earlier answer by people is older than the index, but may have said more than the status: a person has
  // to check.
  const isNew = same === undefined || same.readFrom?.source === "index";
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
  if (same?.decision?.includes(folder) === true) return undefined;
  const { doubt } = authorityOver(question, means.knowledge.packages);
  const found = [{ gate: "authority", isAsked: true, ...doubt }, inTree];
  return applyGates(
    question,
    { reading: placeReading(means.place.place), found, isNew: same === undefined },
    means,
  );
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
