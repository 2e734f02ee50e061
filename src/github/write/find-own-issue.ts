/**
 * Looks for one of our issues before it is opened again. Reads the newest issues: GitHub's search lags, and
 * filtering by creator is unreliable because a bot's login has more than one spelling.
 */
import type { Millis } from "../../base/clock.ts";
import type { InstallationId, RepositoryId } from "../../engine/model/fact.ts";
import type { OpenedIssue } from "../../engine/model/persisted-state.ts";
import type { Ourselves } from "../read/comments.ts";
import { openedIn } from "../read/own-text.ts";
import { newestIssuesQuery } from "../read/queries.ts";
import { newestIssuesShape } from "../read/response-shape.ts";
import type { Client } from "../transport/client.ts";
import { UnexpectedResponse } from "../transport/octokit-errors.ts";

const maxPages = 40;
/** Our clock and GitHub's may differ, and ours may have been set in between. */
const marginMs = 2 * 60 * 60_000;

export interface OwnIssueQuery {
  readonly repositoryId: RepositoryId;
  readonly key: string;
  /** A time of our clock before which it was not opened. */
  readonly since: Millis;
}

/** The oldest match. Throws `RequestFailed`, or `UnexpectedAnswer` if a page cannot be read. */
export async function findOwnIssue(
  client: Client,
  ourselves: Ourselves,
  installationId: InstallationId,
  { repositoryId, key, since }: OwnIssueQuery,
): Promise<OpenedIssue | undefined> {
  let found: OpenedIssue | undefined;
  let after: string | null = null;
  for (let pages = 0; pages < maxPages; pages++) {
    const { data, problems } = await client.query(installationId, newestIssuesQuery, {
      id: repositoryId,
      after,
    });
    const answer = newestIssuesShape.safeParse(data);
    if (!answer.success)
      throw new UnexpectedResponse(problems[0]?.message ?? "GitHub returned no page of issues.");
    const { nodes, pageInfo } = answer.data.repository.issues;
    const young = nodes.filter(({ createdAt }) => createdAt >= since - marginMs);
    const ours = young.findLast(
      (issue) => openedIn(ourselves, { ...issue, repository: { id: repositoryId } })?.key === key,
    );
    if (ours !== undefined) found = { key, id: ours.id, number: ours.number };
    if (young.length < nodes.length || !pageInfo.hasNextPage) break;
    after = pageInfo.endCursor;
  }
  return found;
}
