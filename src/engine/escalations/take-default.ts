/**
 * Applies an escalation's default when its deadline passes without a decision, if the settings allow that for
 * its urgency.
 */

import { keepWords } from "../../protocol/decided-words.ts";
import { isAdmitted } from "../admission/trust.ts";
import { isFiller } from "../asking/earlier-options.ts";
import { actionFor } from "../asking/option-action.ts";
import { withQuestionSettled } from "../asking/regarded-question.ts";
import { urgencyOf } from "../asking/urgency.ts";
import { currentText } from "../matters/text-version.ts";
import { escalationIn, subjectOf } from "../messages/subject.ts";
import { nothing, type RuleInput, refreshSelf, type StateRule } from "../model/rule.ts";
import { escalationState, isSetAside } from "./escalation-state.ts";
import { isAboutEarlierText } from "./obsolete.ts";
import { defaultHoldsAt } from "./reminders/deadline.ts";

export const takeDefault: StateRule = { name: "take-default", updateState };

function updateState({ view, record, context }: RuleInput) {
  const escalation = escalationIn(record);
  const holdsAt = defaultHoldsAt(record, context.settings, subjectOf(view, record));
  if (escalation?.default === undefined || holdsAt === undefined || context.now < holdsAt) return nothing;
  const isOpen = record.seen.issueState.state === "open" && escalationState(view, record).type === "open";
  const text = escalation.options[escalation.default - 1];
  if (text === undefined || !isOpen || !isAdmitted(record) || isSetAside({ view, context }, record))
    return nothing;
  const question = subjectOf(view, record);
  if (question !== undefined && isAboutEarlierText(question, record)) return nothing;
  if (record.seen.altered !== undefined) return nothing;
  if (isFiller(record, text) || isAboutAgreement(view, record)) return nothing;
  const action = actionFor(view, record, { option: escalation.default, text });
  const decided = {
    ...(action === undefined ? {} : { action }),
    how: "default" as const,
    option: escalation.default,
    decision: keepWords(text),
    version: currentText(record),
    because: "No one decided by the deadline.",
    by: { id: context.botId, login: "signalbox" },
    at: holdsAt,
    row: `by default, which the settings allow for urgency ${urgencyOf(record)}`,
  };
  const regarded = subjectOf(view, record);
  const refreshes =
    regarded === undefined ? [] : [refreshSelf(regarded, 0, "The default of its escalation was taken.")];
  const settled = { ...record.persisted, decided };
  // Silence is about what the status showed all the time, from the first on.
  const isSame = record.persisted.regarded?.first?.hash === question?.seen.textHash;
  return { persisted: isSame ? withQuestionSettled({ view, record }, settled, holdsAt) : settled, refreshes };
}

/** Silence decides neither a vote nor a change of an interface, whatever the settings and the text of the escalation say. */
function isAboutAgreement(view: RuleInput["view"], record: RuleInput["record"]): boolean {
  const kind = subjectOf(view, record)?.reading.kind;
  return kind === "vote" || kind === "contract";
}
