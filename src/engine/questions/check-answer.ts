/**
 * Records when an answer is deleted after it was accepted, so that the status shows that it is gone. Every
 * read that asked for the answer reports whether it still exists.
 */
import { nothing, type RuleInput, type StateRule } from "../model/rule.ts";

export const checkAnswer: StateRule = { name: "check-answer", updateState };

function updateState({ record }: RuleInput) {
  const { persisted, seen } = record;
  const { accepted } = persisted;
  if (accepted === undefined || accepted.gone === true || seen.answer?.id !== accepted.word) return nothing;
  return seen.answer.isThere
    ? nothing
    : { persisted: { ...persisted, accepted: { ...accepted, gone: true } } };
}
