/**
 * Gives a task to the agent that is assigned to it on GitHub: a wish, if the agent did it itself, and an order, if a
 * person did. Of several the earliest gets it. Only an account that is one agent's alone tells who that is.
 */
import type { Millis } from "../../base/clock.ts";
import { isPerson } from "../admission/authority.ts";
import { isAdmitted } from "../admission/trust.ts";
import { taskState } from "../blocking/task-state.ts";
import type { Assignment } from "../model/fact.ts";
import { nothing, type RuleInput, type StateRule } from "../model/rule.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { assignmentOf, isLeftOver } from "./assigned.ts";
import { withLease } from "./award.ts";
import { type Holder, ownerOf } from "./holder.ts";
import { peopleAssigned, whyNotFit } from "./may-hold.ts";
import type { Refusal } from "./refusal.ts";

export const adoptAssignment: StateRule = { name: "adopt-assignment", isInTurn: true, updateState };

function updateState(input: RuleInput) {
  const { view, record, context } = input;
  const { persisted, seen } = record;
  const isOpen = record.reading.kind === "task" && seen.issueState.state === "open" && isAdmitted(record);
  if (context.isPassive === true || !isOpen || persisted.lease !== undefined) return nothing;
  const first = agentsAssigned(input).find(({ refusal }) => refusal === undefined);
  if (first === undefined || peopleAssigned(input).length > 0) return nothing;
  if (taskState(view, record).status === "blocked") return nothing;
  const { holder } = first;
  return {
    persisted: withLease(record, holder, context, { assigned: true, ...confirmations(record, holder) }),
  };
}

export interface AgentAssigned {
  readonly holder: Holder;
  /** When it was assigned, as far as GitHub says. */
  readonly at: Millis | undefined;
  /** Why it is not given the task; undefined if it may have it. */
  readonly refusal: Refusal | undefined;
}

/** GitHub shows the newest assignments alone, so one that it does not show is older than all that it does. */
const earliest = 0;

/** Agents that are assigned by their own accounts, the earliest first. */
export function agentsAssigned(input: RuleInput): readonly AgentAssigned[] {
  const { record, context } = input;
  return record.seen.assignees
    .filter((assignee) => !isLeftOver(input, assignee))
    .flatMap((assignee) => {
      const holder = ownerOf(assignee, context);
      return holder === undefined ? [] : { holder, assignment: assignmentOf(record, assignee) };
    })
    .toSorted((a, b) => (a.assignment?.at ?? earliest) - (b.assignment?.at ?? earliest))
    .map(({ holder, assignment }) => ({
      holder,
      at: assignment?.at,
      refusal: isOrdered(input, assignment) ? undefined : whyNotFit(input, holder),
    }));
}

/** Whether a person assigned it: then limits and capabilities are theirs to judge. */
function isOrdered({ context }: RuleInput, assignment: Assignment | undefined): boolean {
  const by = assignment?.by;
  return by !== undefined && isPerson({ id: by, login: "" }, context);
}

/**
 * Where nothing is known of earlier leases, as in an index that was rebuilt, the agent may have held the task
 * all along under its own token. It did not while somebody else was assigned.
 */
function confirmations(
  { persisted, seen }: IssueRecord,
  { account }: Holder,
): { readonly confirms?: number } {
  if (persisted.lastLease !== undefined) return {};
  const others = (seen.assignments ?? []).filter(({ assignee }) => assignee !== account);
  return { confirms: Math.max(0, ...others.map(({ at }) => at)) };
}
