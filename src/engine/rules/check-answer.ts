/**
 * An answer that was deleted after it settled its question does so in silence no longer: that it is gone is remembered,
 * and shown. Whether it still stands is told by every read that knows what to ask for; an index built anew asks once more.
 */
import { lookAgain, nothing, type RememberRule, type Situation } from "../rule.ts";

export const checkAnswer: RememberRule = { name: "check-answer", remember };

function remember({ record }: Situation) {
  const { memory, seen } = record;
  const { accepted } = memory;
  if (record.reading.kind !== "question" || accepted === undefined || accepted.gone === true) return nothing;
  if (seen.answer?.id === accepted.answer)
    return seen.answer.isThere ? nothing : { memory: { ...memory, accepted: { ...accepted, gone: true } } };
  const isOldNews =
    seen.standing.state === "closed" && seen.own.some(({ memory: told }) => told !== undefined);
  return isOldNews && seen.answer === undefined
    ? { looks: [lookAgain(record, 0, "Whether its answer still stands is not known.")] }
    : nothing;
}
