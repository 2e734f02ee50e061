/** Persisted state of what was put before people or agents, and of what a word was about. */
import { z } from "zod";
import { decidedWords } from "../../protocol/decided-words.ts";

/** A text as it was put before people: kept with everything that was settled by their words. */
export const textVersion = z.object({
  title: z.string(),
  /** SHA-256 of title, NUL and body. */
  hash: z.string(),
});

/** By what it was settled. */
const ways = [
  /** A command in a comment. */
  "command",
  /** An order that was given to the server: on a page, where a person has no comment of their own. */
  "order",
  /** The button on our check. */
  "press",
  /** An issue of kind *answer*. */
  "answer",
  /** What a person decided in the escalation about it. */
  "decision",
  /** The votes, or the agreement of all. */
  "count",
  /** The deadline, with the option that the settings let count. */
  "default",
  /** What checks show. */
  "evidence",
] as const;

/** One shape of what was settled, whatever its kind: each kind adds what is its own. */
export const settlement = z.object({
  /** The text that it is about, as those who settled it were shown it. */
  version: textVersion,
  /** When it was said, in milliseconds; where nobody said it, when it was settled. */
  at: z.number(),
  how: z.enum(ways),
  /** Node id of what said it: a comment, an issue, an order or a press. Absent where nobody did. */
  word: z.string().optional(),
  by: z.object({ id: z.string(), login: z.string() }).optional(),
  decision: decidedWords.optional(),
  because: z.string().optional(),
  /** The rule that allowed it, in words. */
  row: z.string().optional(),
});

/** A settlement by somebody's word. */
export const settlementByWord = settlement.required({ word: true, by: true });

export const mattersSlice = {
  /**
   * The text that was first put before others: readable, without faults, and by somebody whose text counts. `at`: when,
   * by GitHub's clock, if we had asked for a repair before; absent if it was put as it was opened.
   */
  put: z.object({ hash: z.string(), at: z.number().optional() }).optional(),
  /** We asked for a repair, and no text of it was put before anybody yet. */
  awaitsRepair: z.literal(true).optional(),
};
