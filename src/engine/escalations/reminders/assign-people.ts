/**
 * Assigns an unassigned escalation or suggestion, once, to the people who have to decide, and an escalation
 * that stays undecided after its reminders to the next person.
 */

import { isAdmitted } from "../../admission/trust.ts";
import { escalationIn } from "../../messages/subject.ts";
import type { NodeId } from "../../model/fact.ts";
import { nothing, type ProjectionRule, type ProposedEffect, type RuleInput } from "../../model/rule.ts";
import { escalationState, isSetAside } from "../escalation-state.ts";
import { assigneesFor, needsPeople } from "./assignees.ts";
import { turnsOf } from "./reminders.ts";

export const assignPeople: ProjectionRule = { name: "assign-people", project };

function project(input: RuleInput) {
  const named = input.context.settings.escalations.assignees.length > 0;
  const assignees = isSetAside(input, input.record) ? [] : wantedAssignees(input, named);
  if (assignees.length === 0) return nothing;
  const because = named ? "The settings say who decides." : "The repository's admins decide.";
  const proposed: ProposedEffect = {
    slot: { type: "assignees" },
    key: { type: "assignees", ids: assignees },
    effect: { type: "AddAssignees", assignees },
    reason: { rule: assignPeople.name, because },
  };
  return { effects: [proposed] };
}

function wantedAssignees(input: RuleInput, isNamed: boolean): readonly NodeId[] {
  const { view, record, context } = input;
  if (needsPeople(view, record)) return assigneesFor(input).slice(0, isNamed ? 1 : undefined);
  const { seen, persisted } = record;
  const isUndecided = escalationIn(record) !== undefined && escalationState(view, record).type === "open";
  if (seen.issueState.state === "closed" || !isAdmitted(record) || !isUndecided) return [];
  const next = turnsOf(input).findLast(({ startsAt }) => startsAt <= context.now)?.person;
  const isAsked = persisted.asked.some((id) => id === next) || seen.assignees.some(({ id }) => id === next);
  return next === undefined || isAsked ? [] : [next];
}
