/**
 * Questions answered with the decision of an earlier one. They are not their own precedents: a copy is valid
 * only as long as the original decision, and twenty copies prove no more than one.
 */

import { questionBehind } from "../../engine/messages/suggestion.ts";
import type { IssueRecord } from "../../engine/model/snapshot.ts";
import type { KnownQuestion, ReadFrom } from "./precedent.ts";

/** How many copies, each taken from the one before, are followed back to the decision. */
const maxRepeats = 20;

/**
 * The number of the earlier question that our answer was taken from, according to our own signed text;
 * undefined for any other answer.
 */
export function repeatedBy(answer: IssueRecord | undefined): number | undefined {
  const message = answer?.reading.kind === "answer" ? answer.reading.message : undefined;
  if (answer === undefined || message?.kind !== "answer" || questionBehind(answer) === undefined)
    return undefined;
  const [, digits] = /^- #(\d{1,9})$/m.exec(message.sources ?? "") ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** All but the copies of a decision that is disputed, or has been replaced since. */
export function holding(all: readonly KnownQuestion[]): readonly KnownQuestion[] {
  const byNumber = new Map(all.map((question) => [question.number, question]));
  const holds = ({ answeredAt = 0, repeats }: KnownQuestion, left = maxRepeats): boolean => {
    if (repeats === undefined) return true;
    const first = byNumber.get(repeats);
    if (first?.answeredAt === undefined || first.answeredAt > answeredAt) return false;
    return left > 0 && holds(first, left - 1);
  };
  return all.filter((question) => question.decision === undefined || holds(question));
}

/** The source of an answer; for a copy, the original's source. Undefined if people decided. */
export function readFromOf(
  question: KnownQuestion,
  numbered: (number: number) => KnownQuestion | undefined,
): ReadFrom | undefined {
  let from: KnownQuestion | undefined = question;
  for (let left = maxRepeats; left > 0 && from?.readFrom === undefined; left--) {
    if (from?.repeats === undefined) return undefined;
    from = numbered(from.repeats);
  }
  return from?.readFrom;
}
