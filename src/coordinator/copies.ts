/**
 * Questions that were answered as another one was. A newcomer would take each for a precedent of its own; a copy stands
 * and falls with the decision that it was taken from, and twenty of them know no more than one.
 */
import type { IssueRecord } from "../engine/snapshot.ts";
import { questionBehind } from "../engine/suggestion.ts";
import { isAlike, type KnownQuestion } from "./precedent.ts";
import type { ReadFrom } from "./read-from.ts";

/** So many questions, each answered from the one before, are followed back to the decision. */
const maxRepeats = 20;

/** The number of the earlier question that an answer of ours was taken from; our own sealed text says it. */
export function repeatedBy(answer: IssueRecord | undefined): number | undefined {
  const message = answer?.reading.kind === "answer" ? answer.reading.message : undefined;
  if (answer === undefined || message?.kind !== "answer" || questionBehind(answer) === undefined)
    return undefined;
  const [, digits] = /^- #(\d{1,9})$/m.exec(message.sources ?? "") ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** Without the copies of a decision that is disputed, or was made anew since. */
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

/** What an answer was read from, that of the first for one that was repeated; undefined where people decided. */
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

/** Those that people decided, each decision of the same question once: the first that was asked. */
export function originals(all: readonly KnownQuestion[]): readonly KnownQuestion[] {
  const kept = new Map<string, KnownQuestion[]>();
  const byNumber = new Map(all.map((question) => [question.number, question]));
  const numbered = (number: number) => byNumber.get(number);
  return all.filter((question) => {
    if (question.decision === undefined || readFromOf(question, numbered) !== undefined) return false;
    const others = kept.get(question.decision) ?? [];
    if (others.some((other) => isAlike(question, other))) return false;
    kept.set(question.decision, [...others, question]);
    return true;
  });
}
