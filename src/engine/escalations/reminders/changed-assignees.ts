/**
 * Finds what agents changed about who is asked for a decision. Only people choose who decides: an agent could else put
 * a decision before nobody, or before whom it likes.
 */
import { isSameAccount } from "../../../protocol/settings/agents/account-key.ts";
import { assignerIn, isAgentsAct } from "../../admission/doer.ts";
import { type AuthorityContext, isAdmitted } from "../../admission/trust.ts";
import { assignmentOf } from "../../leases/assignments/assigned.ts";
import { reassignedAgain } from "../../leases/assignments/reassigned.ts";
import { escalationIn } from "../../messages/subject.ts";
import { isWaitingSuggestion } from "../../messages/suggestion.ts";
import type { Actor, NodeId } from "../../model/fact.ts";
import { nothing, type RuleInput, type StateRule } from "../../model/rule.ts";
import type { IssueRecord } from "../../model/snapshot.ts";

export const restoreAssignees: StateRule = { name: "restore-assignees", updateState };

function updateState(input: RuleInput) {
  const { persisted } = input.record;
  if (input.context.isPassive === true) return nothing;
  const last = changesByAgents(input)
    .toSorted((a, b) => a.at - b.at)
    .at(-1);
  const reassigned = last && reassignedAgain(persisted.reassigned, last);
  return reassigned === undefined ? nothing : { persisted: { ...persisted, reassigned } };
}

export interface ChangeByAgent {
  readonly change: "assigned" | "unassigned";
  readonly person: NodeId;
  readonly at: number;
  /** Names the change. */
  readonly event: string;
  /** Undefined where GitHub no longer shows who it was. */
  readonly by?: Pick<Actor, "id" | "login" | "type"> | undefined;
}

/** What agents changed since we asked people, and what has not been undone. */
export function changesByAgents(input: RuleInput): readonly ChangeByAgent[] {
  const { view, record } = input;
  const isOpen = record.seen.issueState.state === "open" && record.persisted.asked.length > 0;
  const isEscalation = escalationIn(record) !== undefined && isAdmitted(record);
  if (!isOpen || (!isEscalation && !isWaitingSuggestion(view, record))) return [];
  return [...unassignedByAgents(input), ...assignedByAgents(input)];
}

function unassignedByAgents({ record, context }: RuleInput): readonly ChangeByAgent[] {
  const { persisted, seen, readAt, wroteAt = 0 } = record;
  if (readAt < wroteAt) return [];
  const missing = persisted.asked.filter((id) => !seen.assignees.some((each) => isSameAccount(each.id, id)));
  return missing.flatMap((person): readonly ChangeByAgent[] => {
    const unassignment = seen.unassignments?.find(({ assignee }) => isSameAccount(assignee, person));
    if (unassignment === undefined)
      return seen.hidesAssignments === true
        ? [{ change: "unassigned", person, at: seen.updatedAt, event: `none at ${seen.updatedAt}` }]
        : [];
    const { id: event, at, by } = unassignment;
    const isByAgent =
      !isSameAccount(by?.id, context.botId) && (by === undefined || isAgentsAct(by, context.settings));
    return isByAgent ? [{ change: "unassigned", person, at, event, by }] : [];
  });
}

/** GitHub may date the assignments that an issue is opened with a moment later. */
const openingMs = 5_000;

function assignedByAgents({ record, context }: RuleInput): readonly ChangeByAgent[] {
  const { persisted, seen } = record;
  return seen.assignees.flatMap(({ id: person }): readonly ChangeByAgent[] => {
    const assignment = assignmentByAgent(record, person, context);
    if (assignment === undefined || persisted.asked.some((each) => isSameAccount(each, person))) return [];
    const { at, by } = assignment;
    const isOpening = by.id === seen.author?.id && at < seen.createdAt + openingMs;
    return isOpening ? [] : [{ change: "assigned", person, at, event: `${person} at ${at}`, by }];
  });
}

/** How an agent assigned that person; undefined if somebody else did. It puts the decision before nobody. */
export function assignmentByAgent(
  record: IssueRecord,
  person: NodeId,
  { settings, botId }: Pick<AuthorityContext, "settings" | "botId">,
): { readonly at: number; readonly by: Pick<Actor, "id" | "login" | "type"> } | undefined {
  const assignment = assignmentOf(record, { id: person });
  const by = assignment && assignerIn(assignment);
  if (assignment === undefined || by === undefined) return undefined;
  if (isSameAccount(by.id, botId) || !isAgentsAct(by, settings)) return undefined;
  return { at: assignment.at, by: { ...by, login: assignment.byLogin ?? "" } };
}
