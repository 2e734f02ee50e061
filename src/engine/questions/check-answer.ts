/**
 * An answer that is deleted after it settled its question leaves no silence behind: that it is gone is remembered, and
 * shown. Whether it still stands is told by every read that knew what to ask for.
 */
import { nothing, type RememberRule, type Situation } from "../model/rule.ts";

export const checkAnswer: RememberRule = { name: "check-answer", remember };

function remember({ record }: Situation) {
  const { memory, seen } = record;
  const { accepted } = memory;
  if (accepted === undefined || accepted.gone === true || seen.answer?.id !== accepted.answer) return nothing;
  return seen.answer.isThere ? nothing : { memory: { ...memory, accepted: { ...accepted, gone: true } } };
}
