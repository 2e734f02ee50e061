/**
 * Changes the accepted answer when a person decided a contradiction for the later answer, or in their own
 * words.
 */
import { sha256 } from "../../base/sha256.ts";
import { keepWords, wordsAlone } from "../../protocol/decided-words.ts";
import { shorten } from "../../protocol/render/shorten.ts";
import { escalationsAbout } from "../asking/escalations-about.ts";
import { decidedAction } from "../asking/option-action.ts";
import { openingReasonOf } from "../messages/opening-reason.ts";
import type { NodeId } from "../model/fact.ts";
import type { Accepted, OptionAction } from "../model/persisted-state.ts";
import type { RuleInput } from "../model/rule.ts";
import { type Candidate, candidatesFor } from "./candidates.ts";

/** The answer that replaces `accepted`; undefined if no one decided so. */
export function decisionThatOverrules(input: RuleInput, accepted: Accepted): Accepted | undefined {
  const { view, record } = input;
  for (const escalation of escalationsAbout(view, record.seen.id)) {
    const { decided } = escalation.persisted;
    const reason = openingReasonOf(view, escalation);
    const action = decided && decidedAction(view, escalation);
    if (decided === undefined || action?.do !== "replace") continue;
    if (reason?.type !== "contradiction" || reason.acceptedId !== accepted.word) continue;
    const { acceptedId: first, otherId: second } = reason;
    // What was decided are the words that the option showed: the other answer may say something else by now.
    const answer = answerChosen(input, second, action);
    const { by, because, at, row, decision: text } = decided;
    const number = answer === undefined ? escalation.seen.number : answer.number;
    return {
      word: answer === undefined ? escalation.seen.id : second,
      by,
      at,
      row,
      overrules: first,
      decision: answer === undefined ? text : keepWords(answer.decision),
      version: accepted.version,
      how: "decision",
      ...(because === "" ? {} : { because }),
      ...(number === undefined ? {} : { number }),
      ...(answer?.commentNumber === undefined ? {} : { commentNumber: answer.commentNumber }),
      replaced: { ...before(accepted), in: escalation.seen.number },
    };
  }
  return undefined;
}

/** The other answer of a contradiction, if it still says what the option showed. @param input of the question */
export function answerChosen(
  input: RuleInput,
  otherId: NodeId,
  action: OptionAction | undefined,
): Candidate | undefined {
  if (action?.do !== "replace" || action.answer === undefined) return undefined;
  return candidatesFor(input).find(
    ({ id, decision }) => id === otherId && sha256(decision) === action.answer,
  );
}

/** A marker is part of every comment, so no more is kept than a notice shows. */
const kept = 200;

function before({ decision, number, commentNumber }: Accepted) {
  return {
    decision: shorten(wordsAlone(decision), kept),
    ...(number === undefined ? {} : { number }),
    ...(commentNumber === undefined ? {} : { commentNumber }),
  };
}
