/**
 * Applies an escalation's default when its deadline passes without a decision, if the settings allow that for
 * its urgency.
 */

import { keepWords } from "../../protocol/decided-words.ts";
import { isAdmitted } from "../admission/trust.ts";
import { actionFor } from "../asking/option-action.ts";
import { withQuestionSettled } from "../asking/regarded-question.ts";
import { urgencyOf } from "../asking/urgency.ts";
import { currentText } from "../matters/text-version.ts";
import { escalationIn, subjectOf } from "../messages/subject.ts";
import { nothing, type RuleInput, refreshSelf, type StateRule } from "../model/rule.ts";
import { escalationState } from "./escalation-state.ts";
import { isAboutEarlierText } from "./obsolete.ts";
import { silenceOn } from "./silence.ts";

export const takeDefault: StateRule = { name: "take-default", updateState };

function updateState(input: RuleInput) {
  const { view, record, context } = input;
  const { option, from } = silenceOn(input) ?? {};
  if (option === undefined || from === undefined || context.now < from) return nothing;
  const isOpen = record.seen.issueState.state === "open" && escalationState(view, record).type === "open";
  const text = escalationIn(record)?.options[option - 1];
  if (text === undefined || !isOpen || !isAdmitted(record)) return nothing;
  const question = subjectOf(view, record);
  if (question !== undefined && isAboutEarlierText(question, record)) return nothing;
  const action = actionFor(view, record, { option, text });
  const decided = {
    ...(action === undefined ? {} : { action }),
    how: "default" as const,
    option,
    decision: keepWords(text),
    version: currentText(record),
    because: "No one decided by the deadline.",
    by: { id: context.botId, login: "signalbox" },
    at: from,
    row: `by default, which the settings allow for urgency ${urgencyOf(record)}`,
  };
  const regarded = subjectOf(view, record);
  const refreshes =
    regarded === undefined ? [] : [refreshSelf(regarded, 0, "The default of its escalation was taken.")];
  const settled = { ...record.persisted, decided };
  // Silence is about what the status showed all the time, from the first on.
  const isSame = record.persisted.regarded?.first?.hash === question?.seen.textHash;
  return { persisted: isSame ? withQuestionSettled({ view, record }, settled, from) : settled, refreshes };
}
