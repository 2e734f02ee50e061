/** Keeps which text of its question the status of somebody else's escalation or vote shows, and which it showed first. */
import { isAdmitted } from "../admission/trust.ts";
import { hashToShow, regardedQuestion, shownInStatus } from "../asking/regarded-question.ts";
import { currentOutcome } from "../messages/outcome.ts";
import { nothing, type RuleInput, type StateRule } from "../model/rule.ts";

export const noteRegarded: StateRule = { name: "note-regarded", updateState };

function updateState(input: RuleInput) {
  const { record } = input;
  const { persisted } = record;
  const question = regardedQuestion(input);
  if (question === undefined || !isAdmitted(record)) return nothing;
  if (persisted.decided !== undefined || currentOutcome(record) !== undefined) return nothing;
  const { regarded } = persisted;
  const shows = hashToShow(input, question);
  const first = regarded?.first ?? shownInStatus(record);
  if (regarded?.shows === shows && regarded?.first === first) return nothing;
  const kept = { ...(shows === undefined ? {} : { shows }), ...(first === undefined ? {} : { first }) };
  return { persisted: { ...persisted, regarded: kept } };
}
