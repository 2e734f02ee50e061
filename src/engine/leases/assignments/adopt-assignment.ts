/**
 * Gives a task to the agent that is assigned to it on GitHub: a request if the agent did it itself, and an
 * order if a person did. If there are several, the earliest gets it. Only an account that belongs to a single
 * agent tells who that is.
 */

import type { Millis } from "../../../base/clock.ts";
import { isSameAccount } from "../../../protocol/settings/agents/account-key.ts";
import { isPerson } from "../../admission/authority.ts";
import { isAdmitted, type Trust, trustOf } from "../../admission/trust.ts";
import { taskState } from "../../blocking/task-state.ts";
import { comingCompletionOf } from "../../handovers/completion.ts";
import { mayHandOver } from "../../handovers/fence.ts";
import type { Assignment } from "../../model/fact.ts";
import { nothing, type RuleInput, retryRead, type StateRule } from "../../model/rule.ts";
import type { IssueRecord } from "../../model/snapshot.ts";
import { withLease } from "../award.ts";
import { type Holder, nameOf, ownerOf } from "../holder.ts";
import { foreignPull, peopleAssigned, whyNotFit } from "../may-hold.ts";
import type { Refusal } from "../refusal.ts";
import { assignmentOf, isLeftOver } from "./assigned.ts";

export const adoptAssignment: StateRule = { name: "adopt-assignment", isInTurn: true, updateState };

/**
 * Comes before commands: an index that was lost forgot that the agent holds the task, and a claim read in the same pass
 * must not take it away. We assign only who holds it.
 */
export const restoreHolder: StateRule = {
  name: "restore-holder",
  isInTurn: true,
  updateState: (input) => (isForgotten(input) ? updateState(input) : nothing),
};

function isForgotten({ record, context }: RuleInput): boolean {
  const isOurs = record.seen.assignees.some((each) =>
    isSameAccount(assignmentOf(record, each)?.by, context.botId),
  );
  return isOurs && record.persisted.lastLease === undefined;
}

function updateState(input: RuleInput) {
  const { view, record, context } = input;
  const { persisted, seen } = record;
  const isOpen = record.reading.kind === "task" && seen.issueState.state === "open" && isAdmitted(record);
  if (context.isPassive === true || !isOpen || persisted.lease !== undefined) return nothing;
  if (context.claimsPaused !== undefined) return nothing;
  const first = agentsAssigned(input).find(({ refusal }) => refusal === undefined || refusal === "unknown");
  if (first === undefined || peopleAssigned(input).length > 0) return nothing;
  if (taskState(view, record).status === "blocked") return nothing;
  const { holder, refusal } = first;
  if (refusal === "unknown")
    return {
      refreshes: [
        {
          ...retryRead(record, "The role of an agent or its assigner could not be read."),
          isHolderOpen: true,
        },
      ],
    };
  return {
    persisted: withLease(record, holder, context, { assigned: true, ...confirmations(record, holder) }),
  };
}

export interface AssignedAgent {
  readonly holder: Holder;
  /** When it was assigned, if GitHub says. */
  readonly at: Millis | undefined;
  /** Why it is not given the task; undefined if it may have it, `unknown` while a role is. */
  readonly refusal: Refusal | "unknown" | undefined;
}

/** GitHub shows the newest assignments alone, so one that it does not show is older than all that it does. */
const earliest = 0;

/** Agents that are assigned by their own accounts, the earliest first. */
export function agentsAssigned(input: RuleInput): readonly AssignedAgent[] {
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
      refusal: whyNotGiven(input, holder, assignment),
    }));
}

/**
 * The same as for a claim, with two exceptions. Limits and capabilities are for a person who assigns it to judge. And
 * an accepted handover that its holder or a person wrote does not end a lease: where the index was lost, the agent
 * gets that lease again.
 */
function whyNotGiven(
  input: RuleInput,
  holder: Holder,
  assignment: Assignment | undefined,
): AssignedAgent["refusal"] {
  const { view, record, context } = input;
  const completion = comingCompletionOf(input, record);
  if (completion !== undefined && !mayHandOver(view, completion, { holder }, context))
    return { type: "completed", by: completion.seen.number };
  const trust = trustOf(view, record.seen.repositoryId, { id: holder.account }, context);
  if (trust === "untrusted") return { type: "untrusted", name: nameOf(holder) };
  const order = trustInOrder(input, assignment);
  if (trust === "unknown" || order === "unknown") return "unknown";
  if (order === "trusted") return undefined;
  // We assign only who holds it: after an index was lost that is known no more, nor who held it before.
  const isOurs = isSameAccount(assignment?.by, context.botId);
  if (isOurs && record.persisted.lastLease === undefined) return undefined;
  const pull = isOurs ? undefined : foreignPull(record, holder);
  return pull === undefined ? whyNotFit(input, holder) : { type: "pull-request", number: pull };
}

/** Whether a person with the right to assign did so. An assignment by anyone else is only a request. */
function trustInOrder({ view, record, context }: RuleInput, assignment: Assignment | undefined): Trust {
  const by = assignment?.by;
  if (by === undefined || !isPerson({ id: by, login: "" }, context)) return "untrusted";
  return trustOf(view, record.seen.repositoryId, { id: by }, context);
}

/**
 * Where nothing is known of earlier leases, as in an index that was rebuilt, the agent may have held the task
 * all along under its own token. It did not while someone else was assigned.
 */
function confirmations(
  { persisted, seen }: IssueRecord,
  { account }: Holder,
): { readonly confirms?: number } {
  if (persisted.lastLease !== undefined) return {};
  const others = (seen.assignments ?? []).filter(({ assignee }) => assignee !== account);
  return { confirms: Math.max(0, ...others.map(({ at }) => at)) };
}
