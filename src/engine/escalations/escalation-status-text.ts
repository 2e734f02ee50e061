/**
 * Builds the status of an escalation: the options and how to choose, then what was chosen, by whom and why.
 */

import { toIsoSeconds } from "../../base/clock.ts";
import type { EscalationStatusData } from "../../protocol/text/status.ts";
import { takesOptionsOnly } from "../asking/option-action.ts";
import { regardedLine } from "../asking/regarded-question.ts";
import { settledWords } from "../matters/text-version.ts";
import { settingsAskedBy } from "../messages/settings-asked.ts";
import { escalationIn, subjectOf } from "../messages/subject.ts";
import type { SettingsVersion } from "../model/keys/issue-key.ts";
import type { RuleInput } from "../model/rule.ts";
import { fullTextPlace, issueNameById } from "../wording/issue-name.ts";
import { type StatusText, statusEnding } from "../wording/status-parts.ts";
import { type Decided, escalationState, isSetAside } from "./escalation-state.ts";
import { silenceOn } from "./silence.ts";

export function escalationStatusText(input: RuleInput): StatusText {
  const { view, record } = input;
  const asked = settingsAskedBy(record);
  if (asked !== undefined) return ofSettings(input, asked);
  const escalation = escalationIn(record);
  const subject = subjectOf(view, record);
  const state = escalationState(view, record);
  const data: EscalationStatusData = {
    status: state.type === "approved" ? "closed" : state.type,
    obsolete: state.type === "obsolete" ? state.why : undefined,
    isSetAside: isSetAside(input, record),
    regarding: subject && issueNameById(input, subject.seen.id),
    options: escalation?.options ?? [],
    takesOptionsOnly: takesOptionsOnly(view, record),
    people: record.seen.assignees.map(({ login }) => login),
    recommendation: escalation?.recommendation,
    ...silenceIn(input),
    ...decisionOf(input, state.type === "decided" ? state.decided : undefined),
    regarded: state.type === "open" || state.type === "decided" ? regardedLine(input) : undefined,
    ...statusEnding(input),
  };
  return { text: { name: "status-escalation", data }, isNews: state.type !== "closed" };
}

/** The body already says how to approve the settings, so there is nothing to report until they are approved or obsolete. */
function ofSettings(input: RuleInput, { hash }: SettingsVersion): StatusText {
  const state = escalationState(input.view, input.record);
  const data = {
    status: state.type,
    command: `/approve ${hash}`,
    approvedBy: state.type === "approved" ? state.approved.by.login : undefined,
    ...statusEnding(input),
  };
  const isNews = state.type === "approved" || state.type === "obsolete";
  return { text: { name: "status-settings", data }, isNews };
}

function silenceIn(input: RuleInput): Pick<EscalationStatusData, "byDefault" | "notTaken"> {
  const { option, from, because } = silenceOn(input) ?? {};
  return {
    byDefault: from === undefined ? undefined : { option: String(option), from: toIsoSeconds(from) },
    notTaken: because === undefined ? undefined : { option: String(option), because },
  };
}

function decisionOf({ view, record }: RuleInput, decided: Decided | undefined) {
  return {
    whole: decided && fullTextPlace(view, record, record, { commentNumber: decided.commentNumber }),
    option: decided?.option === undefined ? undefined : String(decided.option),
    decision: decided && settledWords(record, decided.decision),
    because: decided?.because,
    decidedBy: decided?.by.login,
    policyRow: decided?.row,
  };
}
