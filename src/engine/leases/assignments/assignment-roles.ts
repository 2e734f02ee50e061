/**
 * Determines whose roles must be known before a change of the assignees has an effect, or ends a lease: the assigned
 * agent's, and that of the account that assigned or unassigned somebody, or closed the task.
 */

import { isAgentAccount, isPersonsAccount } from "../../../protocol/settings/agents/roster.ts";
import type { Settings } from "../../../protocol/settings/config.ts";
import type { ActorToCheck } from "../../admission/actors.ts";
import type { Actor, NodeId, RepositoryId } from "../../model/fact.ts";
import type { IssueRecord } from "../../model/snapshot.ts";
import type { View } from "../../model/view.ts";
import type { Lease } from "../holder.ts";
import { assignmentOf } from "./assigned.ts";

export function actorsOfAssignments(
  view: View,
  ids: readonly NodeId[],
  settingsOf: (repositoryId: RepositoryId) => Settings,
): readonly ActorToCheck[] {
  const tasks = ids
    .flatMap((id) => view.records.get(id) ?? [])
    .filter(({ reading }) => reading.kind === "task");
  return tasks.flatMap((record) => {
    const { repositoryId } = record.seen;
    return actorsOn(record, settingsOf(repositoryId)).map(({ id: actorId, login }) => ({
      repositoryId,
      actorId,
      login,
    }));
  });
}

function actorsOn(record: IssueRecord, settings: Settings): readonly Asked[] {
  const { lease } = record.persisted;
  const isPersons = ({ id }: Asked) => isPersonsAccount(settings, id);
  const { issueState, closedBy } = record.seen;
  if (issueState.state === "closed")
    return lease !== undefined && closedBy !== undefined && isPersons(closedBy) ? [closedBy] : [];
  const against = lease === undefined ? [] : doersAgainst(record, lease, settings).filter(isPersons);
  return [...agentsAndAssigners(record, settings), ...against];
}

type Asked = Pick<Actor, "id" | "login">;

function agentsAndAssigners(record: IssueRecord, settings: Settings): readonly Asked[] {
  const { lease } = record.persisted;
  return record.seen.assignees
    .filter(({ id }) => id !== lease?.holder.account && isAgentAccount(settings, id))
    .flatMap(({ id, login }) => [{ id, login }, ...assigner(record, { id }).filter((by) => by.id !== id)]);
}

/** Who assigned others than the holder, or unassigned it. */
function doersAgainst(record: IssueRecord, { holder }: Lease, settings: Settings): readonly Asked[] {
  const { assignees, unassignments = [] } = record.seen;
  const isThere = assignees.some(({ id }) => id === holder.account);
  const others = assignees.filter(({ id }) => id !== holder.account && !isAgentAccount(settings, id));
  return [
    ...others.flatMap((each) => assigner(record, each)),
    ...unassignments.flatMap(({ assignee, by }) =>
      assignee === holder.account && !isThere ? (by ?? []) : [],
    ),
  ];
}

function assigner(record: IssueRecord, assignee: Pick<Actor, "id">): readonly Asked[] {
  const { by: id, byLogin: login } = assignmentOf(record, assignee) ?? {};
  return id === undefined || login === undefined ? [] : [{ id, login }];
}
