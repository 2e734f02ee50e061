/**
 * Reminds the people who have to decide, step by step, up to a last step. Post one reminder for all steps
 * that passed during an outage or a clock jump.
 */

import { toMinuteUtc } from "../../../base/clock.ts";
import { isSameAccount } from "../../../protocol/settings/agents/account-key.ts";
import { bareTitle } from "../../../protocol/title.ts";
import { isAdmitted } from "../../admission/trust.ts";
import { takesOptionsOnly } from "../../asking/option-action.ts";
import { changeLine } from "../../commands/show-text.ts";
import { changesSincePut } from "../../matters/bind-word.ts";
import { escalationIn, subjectOf } from "../../messages/subject.ts";
import { formatCommentKey } from "../../model/keys/comment-key.ts";
import {
  nothing,
  type ProjectionRule,
  type ProposedEffect,
  type RuleInput,
  refreshSelf,
} from "../../model/rule.ts";
import { issueNameById } from "../../wording/issue-name.ts";
import { fittingNotice } from "../../wording/notice-size.ts";
import { escalationState, isSetAside } from "../escalation-state.ts";
import { silenceOn } from "../silence.ts";
import { deadlineOf } from "./deadline.ts";
import { type ReminderTurn, turnsOf } from "./reminders.ts";

export const remindPeople: ProjectionRule = { name: "remind-people", project };

function project(input: RuleInput) {
  const { view, record, context } = input;
  if (escalationIn(record) === undefined || !isAdmitted(record)) return nothing;
  if (record.seen.issueState.state === "closed" || escalationState(view, record).type !== "open")
    return nothing;
  if (isSetAside(input, record)) return nothing;
  const turns = turnsOf(input);
  const rungs = turns.flatMap(({ reminders }) => reminders);
  const passed = rungs.filter((at) => at <= context.now).length;
  const effects = passed > record.persisted.reminded ? remind(input, passed, turns) : [];
  const holdsAt = silenceOn(input)?.from;
  const moments = [
    ...rungs,
    ...turns.map(({ startsAt }) => startsAt),
    deadlineOf(record) ?? 0,
    holdsAt ?? 0,
  ].filter((at) => at > context.now);
  const refreshes = moments.map((at) => refreshSelf(record, at - context.now, "It waits for a decision."));
  return { effects, refreshes };
}

function remind(input: RuleInput, rung: number, turns: readonly ReminderTurn[]): readonly ProposedEffect[] {
  const { view, record, context } = input;
  const { person } = turns[Math.floor((rung - 1) / context.settings.escalations.remind.length)] ?? {};
  const reminded = record.seen.assignees.filter(
    ({ id }) => !isSameAccount(id, context.botId) && (person === undefined || isSameAccount(id, person)),
  );
  if (reminded.length === 0) return [];
  const until = deadlineOf(record);
  const question = escalationIn(record)?.question ?? "";
  const regarded = subjectOf(view, record);
  const data = {
    people: reminded.map(({ login }) => login),
    title: bareTitle(record.seen.title) === question.trim() ? "" : record.seen.title,
    question,
    options: (escalationIn(record)?.options ?? []).map((text, index) => ({
      command: `/decide ${index + 1}`,
      text,
    })),
    takesOptionsOnly: takesOptionsOnly(view, record),
    regarding: regarded && issueNameById(input, regarded.seen.id),
    until: until === undefined ? "" : toMinuteUtc(until),
    changes: changesSincePut(record).map(changeLine),
  };
  const marker = formatCommentKey({
    type: "reminder",
    step: rung,
  });
  const text = fittingNotice((size) =>
    context.render({ name: "escalation-reminder", data: { ...data, size } }),
  );
  const because = "It has waited as long as the settings allow before a reminder.";
  const effect = { type: "AddComment", marker, text } as const;
  const reason = { rule: remindPeople.name, because };
  return [{ slot: { type: "reminder" }, key: { type: "post", marker }, effect, reason }];
}
