/**
 * Assigns an unassigned escalation or suggestion, once, to the people who have to decide, and an escalation
 * that stays undecided after its reminders to the next person.
 */

import { isAdmitted } from "../../admission/trust.ts";
import { escalationIn } from "../../messages/regarding.ts";
import type { NodeId } from "../../model/fact.ts";
import { nothing, type ShowRule, type Situation, type Wish } from "../../model/rule.ts";
import { escalationStanding, isSetAside } from "../standing.ts";
import { assigneesFor, needsPeople } from "./assignees.ts";
import { turnsOf } from "./reminders.ts";

export const assignPeople: ShowRule = { name: "assign-people", show };

function show(situation: Situation) {
  const named = situation.context.settings.escalations.assignees.length > 0;
  const assignees = isSetAside(situation, situation.record) ? [] : wanted(situation, named);
  if (assignees.length === 0) return nothing;
  const because = named
    ? "The settings name who is asked for decisions."
    : "The repository's admins are asked for decisions.";
  const wish: Wish = {
    slot: { type: "assignees" },
    key: { type: "assignees", ids: assignees },
    effect: { type: "AddAssignees", assignees },
    reason: { rule: assignPeople.name, because },
  };
  return { wishes: [wish] };
}

function wanted(situation: Situation, isNamed: boolean): readonly NodeId[] {
  const { view, record, context } = situation;
  if (needsPeople(view, record)) return assigneesFor(situation).slice(0, isNamed ? 1 : undefined);
  const { seen, memory } = record;
  const isUndecided = escalationIn(record) !== undefined && escalationStanding(view, record).is === "open";
  if (seen.standing.state === "closed" || !isAdmitted(record) || !isUndecided) return [];
  const next = turnsOf(situation).findLast(({ startsAt }) => startsAt <= context.now)?.person;
  const isAsked = memory.asked.some((id) => id === next) || seen.assignees.some(({ id }) => id === next);
  return next === undefined || isAsked ? [] : [next];
}
