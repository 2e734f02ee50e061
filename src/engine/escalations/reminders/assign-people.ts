/**
 * Assigns an unassigned escalation or suggestion, once, to the people who have to decide, and an escalation
 * that stays undecided after its reminders to the next person. What agents change of that is undone.
 */

import { isSameAccount } from "../../../protocol/settings/agents/account-key.ts";
import { isAdmitted } from "../../admission/trust.ts";
import { isReassignmentDue } from "../../leases/assignments/reassigned.ts";
import { tellReassigned } from "../../leases/assignments/tell-reassigned.ts";
import { escalationIn } from "../../messages/subject.ts";
import type { NodeId } from "../../model/fact.ts";
import type { ProjectionRule, ProposedEffect, RuleInput } from "../../model/rule.ts";
import { escalationState, isSetAside } from "../escalation-state.ts";
import { assigneesFor, needsPeople } from "./assignees.ts";
import { type ChangeByAgent, changesByAgents } from "./changed-assignees.ts";
import { turnsOf } from "./reminders.ts";

export const assignPeople: ProjectionRule = { name: "assign-people", project };

function project(input: RuleInput) {
  const { reassigned } = input.record.persisted;
  const effects = [...asking(input), ...undoing(input)];
  return { effects: [...effects, ...tellReassigned(input, reassigned, { holder: undefined, token: 0 })] };
}

function asking(input: RuleInput): readonly ProposedEffect[] {
  const named = input.context.settings.escalations.assignees.length > 0;
  const wanted = isSetAside(input, input.record) ? [] : wantedAssignees(input, named);
  const back = personsIn(dueChanges(input), "unassigned");
  const assignees = [...new Set([...wanted, ...back])];
  if (assignees.length === 0) return [];
  const whose = named ? "The settings say who decides." : "The repository's admins decide.";
  return [
    {
      slot: { type: "assignees" },
      key: { type: "assignees", ids: assignees },
      effect: { type: "AddAssignees", assignees },
      reason: { rule: assignPeople.name, because: back.length > 0 ? byAgent : whose },
    },
  ];
}

const byAgent = "An agent changed who is asked.";

function undoing(input: RuleInput): readonly ProposedEffect[] {
  const assignees = personsIn(dueChanges(input), "assigned");
  if (assignees.length === 0) return [];
  return [
    {
      slot: { type: "no-assignees" },
      key: { type: "no-assignees", ids: assignees },
      effect: { type: "RemoveAssignees", assignees },
      reason: { rule: assignPeople.name, because: byAgent },
    },
  ];
}

/** A fight with a program ends at some time, so only what the state says is undone. */
function dueChanges(input: RuleInput): readonly ChangeByAgent[] {
  const { record } = input;
  const { reassigned } = record.persisted;
  const changes = changesByAgents(input);
  return isReassignmentDue(record, reassigned) && changes.some(({ event }) => event === reassigned?.event)
    ? changes
    : [];
}

function personsIn(changes: readonly ChangeByAgent[], change: ChangeByAgent["change"]): readonly NodeId[] {
  return changes.flatMap((each) => (each.change === change ? each.person : []));
}

function wantedAssignees(input: RuleInput, isNamed: boolean): readonly NodeId[] {
  const { view, record, context } = input;
  if (needsPeople(view, record, context)) return assigneesFor(input).slice(0, isNamed ? 1 : undefined);
  const { seen, persisted } = record;
  const isUndecided = escalationIn(record) !== undefined && escalationState(view, record).type === "open";
  if (seen.issueState.state === "closed" || !isAdmitted(record) || !isUndecided) return [];
  const next = turnsOf(input).findLast(({ startsAt }) => startsAt <= context.now)?.person;
  if (next === undefined) return [];
  const asked = [...persisted.asked, ...seen.assignees.map(({ id }) => id)];
  return asked.some((id) => isSameAccount(id, next)) ? [] : [next];
}
