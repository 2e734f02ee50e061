/**
 * Selects what an issue's status comment says: a function of the current state, never of how it came about.
 */

import { isAdmitted, isInDoubt, trustInBody } from "../admission/trust.ts";
import { firstSent } from "../messages/same-message.ts";
import { questionBehind } from "../messages/suggestion.ts";
import type { Situation } from "../model/rule.ts";
import { ofSuggestion } from "../suggestions/of-suggestion.ts";
import { mutedHere, type StatusByKind, type StatusText } from "../wording/status-parts.ts";

/** Undefined for an issue of no kind, and while it is unknown who is responsible for it. */
export function statusText(byKind: StatusByKind, situation: Situation): StatusText | undefined {
  const { kind } = situation.record.reading;
  const { bodyHash } = situation.record.seen;
  const command = `/approve ${bodyHash.slice(0, 8)}`;
  if (kind === undefined || isInDoubt(situation.view, situation.record, situation.context)) return undefined;
  const { view, record, context } = situation;
  const isOwn = !isAdmitted(record) && trustInBody(view, record, context) === "trusted";
  if (isOwn && firstSent(view, record) !== undefined) return undefined;
  const author = (situation.record.seen.editor ?? situation.record.seen.author)?.login;
  const question = questionBehind(situation.record);
  if (!isAdmitted(situation.record) && question !== undefined)
    return ofSuggestion(situation, question, command);
  if (!isAdmitted(situation.record))
    return {
      text: { name: "needs-approval", data: { author, bodyHash, command, muted: mutedHere(situation) } },
      isNews: true,
    };
  return byKind[kind]?.(situation);
}
