/** Finds the people who were assigned in place of an agent, by somebody who may end its lease. */
import { assignerIn, type Doer, doerOf } from "../../admission/doer.ts";
import type { Actor } from "../../model/fact.ts";
import type { RuleInput } from "../../model/rule.ts";
import { visibilityMs } from "../../model/visibility.ts";
import type { Lease } from "../holder.ts";
import { peopleAssigned } from "../may-hold.ts";
import { assignmentOf } from "./assigned.ts";
import { isHoldersAct } from "./lost-assignment.ts";

export interface PeopleInPlace {
  readonly people: readonly Actor[];
  /** Whether it is not known yet who assigned some, or which role that account has. */
  readonly isOpen: boolean;
}

/** An agent that assigns a person takes the task from another agent: it is free again when the person is unassigned. */
export function peopleInPlace(input: RuleInput, lease: Lease): PeopleInPlace {
  const assigned = lease.holder.agent === undefined ? [] : peopleAssigned(input);
  const judged = assigned.map((person) => ({ person, doer: assignerOf(input, lease, person) }));
  return {
    people: judged.flatMap(({ person, doer }) => (doer === "person" || doer === "us" ? person : [])),
    isOpen: judged.some(({ doer }) => doer === "unknown"),
  };
}

function assignerOf(input: RuleInput, { holder }: Lease, person: Actor): Doer {
  const { view, record, context } = input;
  const assignment = assignmentOf(record, person);
  // GitHub shows the newest events alone, and part of it may show none for half a minute.
  if (assignment === undefined)
    return record.readAt < record.seen.updatedAt + visibilityMs ? "unknown" : "other";
  const by = assignerIn(assignment);
  if (by !== undefined && isHoldersAct(input, holder, by)) return "person";
  return doerOf(view, record.seen.repositoryId, by, context);
}
