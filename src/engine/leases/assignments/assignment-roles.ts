/**
 * Determines whose roles must be known before an assignment gives a task to an agent: the agent's, and that of the
 * person who assigned it.
 */

import { isAgentAccount } from "../../../protocol/settings/agents/roster.ts";
import type { Settings } from "../../../protocol/settings/config.ts";
import type { ActorToCheck } from "../../admission/actors.ts";
import type { Actor, NodeId, RepositoryId } from "../../model/fact.ts";
import type { IssueRecord } from "../../model/snapshot.ts";
import type { View } from "../../model/view.ts";
import { assignmentOf } from "./assigned.ts";

export function actorsOfAssignments(
  view: View,
  ids: readonly NodeId[],
  settingsOf: (repositoryId: RepositoryId) => Settings,
): readonly ActorToCheck[] {
  return ids
    .flatMap((id) => view.records.get(id) ?? [])
    .filter(({ reading, seen }) => reading.kind === "task" && seen.issueState.state === "open")
    .flatMap((record) => {
      const { repositoryId } = record.seen;
      const { lease } = record.persisted;
      return record.seen.assignees
        .filter(({ id }) => id !== lease?.holder.account && isAgentAccount(settingsOf(repositoryId), id))
        .flatMap((agent) => [
          { repositoryId, actorId: agent.id, login: agent.login },
          ...assigner(record, agent),
        ]);
    });
}

function assigner(record: IssueRecord, agent: Actor): readonly ActorToCheck[] {
  const { by, byLogin } = assignmentOf(record, agent) ?? {};
  if (by === undefined || byLogin === undefined || by === agent.id) return [];
  return [{ repositoryId: record.seen.repositoryId, actorId: by, login: byLogin }];
}
