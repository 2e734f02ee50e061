/**
 * Reads approvals of settings: commands on the issues that ask, as our signed status comments there record
 * them.
 */

import { statusKey } from "../../engine/fold/seen-record.ts";
import { settingsAskedIn } from "../../engine/messages/settings-asked.ts";
import type { RepositoryId, RepositorySeen } from "../../engine/model/fact.ts";
import { type PersistedState, parsePersistedState } from "../../engine/model/persisted-state.ts";
import type { IssueRecord } from "../../engine/model/snapshot.ts";
import type { Index } from "../ports/issue-index.ts";
import type { SettingsApproval } from "../ports/settings-history.ts";
import type { Tracker } from "../ports/tracker.ts";

const atOnce = 50;

/** The version that a user approved on the issue with this key. */
function approvalIn(
  key: string | undefined,
  persisted: PersistedState | undefined,
): SettingsApproval | undefined {
  const asked = settingsAskedIn(key ?? "");
  const approved = persisted?.approved;
  if (asked === undefined || approved?.file !== asked.hash) return undefined;
  return { ...asked, by: approved.by, at: approved.at };
}

/** The approval in the index. */
export function approvalOf(record: IssueRecord | undefined, key: string): SettingsApproval | undefined {
  return record?.seen.opened?.key === key ? approvalIn(key, record.persisted) : undefined;
}

/** All approvals of a repository, read from GitHub: for an index that holds none of them yet. */
export async function approvalsOf(
  tracker: Pick<Tracker, "settingsHistory" | "readIssues">,
  repository: RepositorySeen,
): Promise<readonly SettingsApproval[]> {
  const ids = (await tracker.settingsHistory.issuesAsking(repository)).slice(0, atOnce);
  if (ids.length === 0) return [];
  const requests = ids.map((id) => ({ target: { id }, commentsSince: undefined, ownComments: [] }));
  const facts = await tracker.readIssues(repository.installationId, requests);
  return facts.flatMap((fact) => {
    if (fact.type !== "IssueSeen") return [];
    const status = fact.issue.own.find(({ key }) => key === statusKey);
    return approvalIn(fact.issue.opened?.key, parsePersistedState(status?.persisted)) ?? [];
  });
}

/** Whether settings were approved that are not in effect yet. */
export async function isApprovalOpen(
  index: Pick<Index, "settings" | "records">,
  repositoryId: RepositoryId,
): Promise<boolean> {
  const waiting = index.settings(repositoryId)?.authority?.waiting;
  if (waiting?.issue === undefined) return false;
  const { id } = waiting.issue;
  return approvalOf((await index.records([id])).get(id), waiting.key) !== undefined;
}
