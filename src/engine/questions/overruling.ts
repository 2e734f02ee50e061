/**
 * Changes the accepted answer when a person decided a contradiction for the later answer, or in their own
 * words.
 */
import { shorten } from "../../protocol/render/shorten.ts";
import { escalationsAbout } from "../asking/escalations-about.ts";
import { decidedAction } from "../asking/option-action.ts";
import { openingReasonOf } from "../messages/opening-reason.ts";
import type { Accepted } from "../model/persisted-state.ts";
import type { RuleInput } from "../model/rule.ts";
import { candidatesFor } from "./candidates.ts";

/** The answer that replaces `accepted`; undefined if no one decided so. */
export function decisionThatOverrules(input: RuleInput, accepted: Accepted): Accepted | undefined {
  const { view, record } = input;
  for (const escalation of escalationsAbout(view, record.seen.id)) {
    const { decided } = escalation.persisted;
    const reason = openingReasonOf(view, escalation);
    if (decided === undefined || decidedAction(view, escalation)?.do !== "replace") continue;
    if (reason?.type !== "contradiction" || reason.acceptedId !== accepted.word) continue;
    const { acceptedId: first, otherId: second } = reason;
    const isOwn = decided.option === undefined;
    const answer = isOwn ? undefined : candidatesFor(input).find(({ id }) => id === second);
    const { by, because, at, row, decision: text } = decided;
    const number = answer === undefined ? escalation.seen.number : answer.number;
    return {
      word: isOwn ? escalation.seen.id : second,
      by,
      at,
      row,
      overrules: first,
      decision: answer?.decision ?? text,
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

/** A marker is part of every comment, so no more is kept than a notice shows. */
const kept = 200;

function before({ decision, number, commentNumber }: Accepted) {
  return {
    decision: shorten(decision, kept),
    ...(number === undefined ? {} : { number }),
    ...(commentNumber === undefined ? {} : { commentNumber }),
  };
}
