/** Triggers an escalation for a question that was not answered in the time that its urgency allows. */
import { type Millis, toIsoSeconds } from "../../../base/clock.ts";
import type { Question } from "../../../protocol/kinds/question.ts";
import { writtenOptions } from "../../../protocol/section-values/written-options.ts";
import { bareTitle } from "../../../protocol/title.ts";
import type { EscalationDraft } from "../../asking/trigger.ts";
import { urgencyOverTime } from "../../asking/urgency-over-time.ts";
import { hasEscalated, shortTextHash, suggestionFor } from "../../messages/suggestion.ts";
import type { RuleInput } from "../../model/rule.ts";
import type { IssueRecord } from "../../model/snapshot.ts";
import { issueNameById } from "../../wording/issue-name.ts";
import { openEscalations } from "../escalation-state.ts";
import { questionEscalation } from "./asked.ts";
import { proposedEscalations } from "./proposed.ts";

/** A longer answer is not offered as an option: it is read and approved on its own issue. */
const maxOptionCharacters = 200;

export function overdue(input: RuleInput): readonly EscalationDraft[] {
  const { record, context } = input;
  const { message } = record.reading.kind === "question" ? record.reading : {};
  const { overdueAt } = urgencyOverTime(input);
  if (message?.kind !== "question" || overdueAt === undefined || context.now < overdueAt) return [];
  if (openEscalations(input.view, record.seen.id).length > 0 || isAskedAlready(input)) return [];
  return [draftEscalation(input, message, overdueAt)];
}

/**
 * When people are asked if there is no answer until then; undefined if they are asked now, or were asked and
 * closed the escalation.
 */
export function asksPeopleAt(input: RuleInput): Millis | undefined {
  const { view, record, context } = input;
  const { message } = record.reading.kind === "question" ? record.reading : {};
  const { overdueAt } = urgencyOverTime(input);
  const isAhead = message?.kind === "question" && overdueAt !== undefined && overdueAt > context.now;
  if (!isAhead || openEscalations(view, record.seen.id).length > 0) return undefined;
  return isAskedAlready(input) ? undefined : overdueAt;
}

/**
 * Whether people are being asked as the coordinator proposes, or were asked and closed that without a
 * decision.
 */
function isAskedAlready(input: RuleInput): boolean {
  const { record } = input;
  if (proposedEscalations(input).length > 0) return true;
  return record.seen.reopenedAt === undefined && hasEscalated(record);
}

function draftEscalation(input: RuleInput, message: Question, overdueAt: number): EscalationDraft {
  const { title, reopenedAt } = input.record.seen;
  const suggestion = suggestionFor(input.view, input.record);
  const said = suggestion && saidIn(suggestion);
  const written = writtenOptions(message.options);
  const options = said === undefined ? written : [said, ...written];
  return {
    openingReason: { type: "overdue", since: reopenedAt ?? 0, textHash: shortTextHash(input.record) },
    title: bareTitle(title),
    because: `No one has answered it by ${toIsoSeconds(overdueAt)}.`,
    data: {
      reason: "overdue",
      why: "late",
      ...questionEscalation(input, message, options),
      recommended: said === undefined ? undefined : 1,
      suggestion: suggestion && issueNameById(input, suggestion.seen.id),
    },
  };
}

/** The decision of one of our answers that was neither accepted nor refused, if it fits an option. */
function saidIn({ reading }: IssueRecord): string | undefined {
  const message = reading.kind === "answer" ? reading.message : undefined;
  if (message?.kind !== "answer") return undefined;
  const said = message.decision.replace(/\s+/g, " ").trim();
  return said.length <= maxOptionCharacters ? said : undefined;
}
