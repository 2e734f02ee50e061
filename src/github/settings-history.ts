/** Reads who brought a settings file to the default branch: repository activity, our check runs, our issues that ask. */
import { createHash } from "node:crypto";
import { z } from "zod";
import type { SettingsHistory } from "../dispatcher/ports/settings-history.ts";
import { RequestFailed } from "../dispatcher/request-failed.ts";
import type { RepositorySeen } from "../engine/fact.ts";
import { settingsAskedIn } from "../engine/settings-authority.ts";
import { settingsPath } from "../protocol/config.ts";
import { newestIssuesShape } from "./answer-shape.ts";
import { orNothing, readMoves } from "./branch-moves.ts";
import { ofSettings, readCheck } from "./check-marker.ts";
import { isMadeBy, runsOn } from "./check-runs.ts";
import type { Client } from "./client.ts";
import type { Ourselves } from "./comments.ts";
import { howMerged } from "./how-merged.ts";
import { openedIn } from "./issue-seen.ts";
import { newestIssuesQuery } from "./queries.ts";
import { createSettingsFileAt } from "./settings-file.ts";
import { settingsCheckName, statementIn } from "./settings-statement.ts";

const pageSize = 100;
const filesPerRequest = 50;
const maxIssuePages = 40;

export function createSettingsHistory(client: Client, ourselves: Ourselves): SettingsHistory {
  return {
    hashOf: (commit, text) =>
      createHash("sha256")
        .update(JSON.stringify([commit, text ?? null]))
        .digest("hex"),
    moves: (repository, branch, next) => readMoves(client, repository, branch, next, pageSize),
    howMerged: (repository, merge) => howMerged(client, repository, merge),
    filesAt: (repository, commits) => filesAt(client, repository, commits),
    fileAt: createSettingsFileAt(client),
    statementsOn: async (repository, commit) => {
      // All of them: a reposted old one would otherwise hide what we said last.
      const only = { check_name: settingsCheckName, filter: "all" };
      const runs = await orNothing(() => runsOn(client, repository, commit, only));
      const own = (runs ?? []).filter((run) => isMadeBy(ourselves, run));
      const stated = own.flatMap(({ external_id }) => {
        const place = { repositoryId: repository.id, headSha: commit };
        const marked = readCheck(ourselves.keys, external_id ?? "", place);
        return marked?.issueId === ofSettings ? [statementIn(marked.shows)] : [];
      });
      return stated.toSorted((a, b) => b.at - a.at);
    },
    issuesAsking: (repository) => issuesAsking(client, ourselves, repository),
  };
}

const filesShape = z.object({
  node: z.record(z.string(), z.object({ oid: z.string() }).nullish().catch(null)),
});

async function filesAt(
  client: Client,
  { id, installationId }: RepositorySeen,
  commits: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (let from = 0; from < commits.length; from += filesPerRequest) {
    const some = commits.slice(from, from + filesPerRequest);
    const variables = Object.fromEntries(
      some.flatMap((commit, i) => [
        [`c${i}`, commit],
        [`f${i}`, `${commit}:${settingsPath}`],
      ]),
    );
    const { data } = await client.query(installationId, filesQuery(some.length), { id, ...variables });
    const shape = filesShape.safeParse(data);
    if (!shape.success)
      throw new RequestFailed({ type: "refused", message: "GitHub did not show the settings files." });
    const { node } = shape.data;
    for (const [i, commit] of some.entries())
      if (node[`c${i}`]) found.set(commit, node[`f${i}`]?.oid ?? "absent");
  }
  return found;
}

function filesQuery(count: number): string {
  const all = Array.from({ length: count }, (_, i) => i);
  const declared = all.map((i) => `, $c${i}: String!, $f${i}: String!`).join("");
  const fields = all.map(
    (i) => `c${i}: object(expression: $c${i}) { oid } f${i}: object(expression: $f${i}) { oid }`,
  );
  return `query SettingsFiles($id: ID!${declared}) {\n  node(id: $id) { ... on Repository { ${fields.join("\n  ")} } }\n}`;
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
