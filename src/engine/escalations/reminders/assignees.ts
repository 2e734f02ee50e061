/**
 * Determines who is asked for a decision: the people in the settings, otherwise the repository's admins.
 * Never a listed agent, never our own bot, and not the asker, as users do not answer their own questions. If
 * there is no one else, the asker is assigned anyway: a person has to know of it, and can find someone to
 * decide.
 */

import { isSameAccount } from "../../../protocol/settings/agents/account-key.ts";
import { isAgentAccount } from "../../../protocol/settings/agents/roster.ts";
import type { Settings } from "../../../protocol/settings/config.ts";
import { type AuthorityContext, isAdmitted } from "../../admission/trust.ts";
import { settingsAskedBy } from "../../messages/settings-asked.ts";
import { escalationIn, subjectOf } from "../../messages/subject.ts";
import { isWaitingSuggestion, questionBehind } from "../../messages/suggestion.ts";
import type { NodeId, RepositoryId } from "../../model/fact.ts";
import type { RuleInput } from "../../model/rule.ts";
import type { IssueRecord } from "../../model/snapshot.ts";
import type { View } from "../../model/view.ts";
import { escalationState } from "../escalation-state.ts";
import { assignmentByAgent } from "./changed-assignees.ts";

/** GitHub's limit for assignees. */
const maxAssignees = 10;

type WhoseAccounts = Pick<AuthorityContext, "settings" | "botId">;

/** Whether it waits for people (our own suggestions do, too) and nobody but agents ever assigned it. */
export function needsPeople(view: View, record: IssueRecord, context: WhoseAccounts): boolean {
  if (record.seen.issueState.state === "closed" || wasAssigned(record, context)) return false;
  if (isWaitingSuggestion(view, record)) return true;
  if (escalationIn(record) === undefined || !isAdmitted(record)) return false;
  return escalationState(view, record).type === "open";
}

function wasAssigned(record: IssueRecord, context: WhoseAccounts): boolean {
  const { seen, persisted } = record;
  if (persisted.asked.length > 0) return true;
  return seen.assignees.some(({ id }) => assignmentByAgent(record, id, context) === undefined);
}

export function assigneesFor({ view, record, context }: RuleInput): readonly NodeId[] {
  const { escalations } = context.settings;
  const admins = (view.admins?.get(record.seen.repositoryId) ?? []).map(({ id }) => id);
  const regarded = subjectOf(view, record) ?? view.records.get(questionBehind(record) ?? "");
  const asker = regarded?.reading.kind === "question" ? regarded.seen.author?.id : undefined;
  const asksAdmins = settingsAskedBy(record) !== undefined || escalations.assignees.length === 0;
  const all = (asksAdmins ? admins : escalations.assignees).filter(
    (id) => !isSameAccount(id, context.botId) && !isAgentAccount(context.settings, id),
  );
  const others = all.filter((id) => !isSameAccount(asker, id));
  return (others.length > 0 ? others : all).slice(0, maxAssignees);
}

/** Repositories whose admins have to be known before deciding about `ids`. */
export function repositoriesToStaff(
  view: View,
  ids: readonly NodeId[],
  botId: NodeId,
  settingsOf: (repositoryId: RepositoryId) => Settings,
): ReadonlySet<RepositoryId> {
  const records = ids.flatMap((id) => view.records.get(id) ?? []);
  return new Set(
    records
      .filter((record) => {
        const { reading, seen } = record;
        const mayAsk =
          reading.kind === "escalation" || (reading.kind === "answer" && seen.opened !== undefined);
        const isOpen = seen.issueState.state === "open" && mayAsk;
        return isOpen && !wasAssigned(record, { botId, settings: settingsOf(seen.repositoryId) });
      })
      .map(({ seen }) => seen.repositoryId),
  );
}
