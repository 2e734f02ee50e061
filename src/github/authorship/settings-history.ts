/**
 * Reads who brought a settings file to the default branch: repository activity, our check runs, our issues
 * that ask.
 */
import { createHash } from "node:crypto";
import type { SettingsHistory } from "../../dispatcher/ports/settings-history.ts";
import { settingsAskedIn } from "../../engine/messages/settings-asked.ts";
import type { RepositorySeen } from "../../engine/model/fact.ts";
import { settingsPath } from "../../protocol/settings/config.ts";
import { filesAt } from "../files/files-at.ts";
import { createSettingsFileAt } from "../files/settings-file.ts";
import type { Ourselves } from "../read/comments.ts";
import { ownRunsOn } from "../read/evidence/check-runs.ts";
import { openedIn } from "../read/own-text.ts";
import { newestIssuesQuery } from "../read/queries.ts";
import { newestIssuesShape } from "../read/response-shape.ts";
import type { Client } from "../transport/client.ts";
import { ofSettings, readCheck } from "../write/check-marker.ts";
import { readMoves, undefinedIfUnavailable } from "./branch-moves.ts";
import { readMerge } from "./how-merged.ts";
import { settingsCheckName, statementIn } from "./settings-statement.ts";

const pageSize = 100;
const maxIssuePages = 40;

export function createSettingsHistory(client: Client, ourselves: Ourselves): SettingsHistory {
  return {
    hashOf: (commit, text) =>
      createHash("sha256")
        .update(JSON.stringify([commit, text ?? null]))
        .digest("hex"),
    moves: (repository, branch, next) => readMoves(client, { repository, branch, next, pageSize }),
    howMerged: (repository, merge) => readMerge(client, repository, merge),
    filesAt: (repository, commits) => filesAt(client, repository, settingsPath, commits),
    fileAt: createSettingsFileAt(client),
    statementsOn: async (repository, commit) => {
      const named = { sha: commit, name: settingsCheckName };
      const own = await undefinedIfUnavailable(() => ownRunsOn(client, ourselves, repository, named));
      const stated = (own?.runs ?? []).flatMap(({ external_id }) => {
        const place = { host: ourselves.host, repositoryId: repository.id, headSha: commit };
        const marked = readCheck(ourselves.keys, external_id ?? "", place);
        return marked?.issueId === ofSettings ? [statementIn(marked.shows)] : [];
      });
      return stated.toSorted((a, b) => b.at - a.at);
    },
    issuesAsking: (repository) => issuesAsking(client, ourselves, repository),
  };
}

async function issuesAsking(
  client: Client,
  ourselves: Ourselves,
  { id, installationId }: RepositorySeen,
): Promise<readonly string[]> {
  const found: string[] = [];
  let after: string | null = null;
  for (let pages = 0; pages < maxIssuePages; pages++) {
    const { data } = await client.query(installationId, newestIssuesQuery, { id, after });
    const answer = newestIssuesShape.safeParse(data);
    if (!answer.success) break;
    const { nodes, pageInfo } = answer.data.repository.issues;
    for (const issue of nodes) {
      const key = openedIn(ourselves, { ...issue, repository: { id } })?.key;
      if (key !== undefined && settingsAskedIn(key) !== undefined) found.push(issue.id);
    }
    if (!pageInfo.hasNextPage) break;
    after = pageInfo.endCursor;
  }
  return found;
}
