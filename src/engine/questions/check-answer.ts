/**
 * Records when an answer is deleted after it was accepted, so that the status shows that it is gone. Every
 * read that asked for the answer reports whether it still exists.
 */
import { nothing, type RememberRule, type Situation } from "../model/rule.ts";

export const checkAnswer: RememberRule = { name: "check-answer", remember };

function remember({ record }: Situation) {
  const { memory, seen } = record;
  const { accepted } = memory;
  if (accepted === undefined || accepted.gone === true || seen.answer?.id !== accepted.answer) return nothing;
  return seen.answer.isThere ? nothing : { memory: { ...memory, accepted: { ...accepted, gone: true } } };
}
