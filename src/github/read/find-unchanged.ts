/**
 * Finds the issues that GitHub still shows as their records do: by their version, and in what has none. A third of
 * the points of reading them. Whatever is not certain counts as changed, so that it is read.
 */
import { portionsOf } from "../../base/portions.ts";
import { RequestFailed } from "../../dispatcher/request-failed.ts";
import type { InstallationId, IssueSeen, LinkedIssue, Links, NodeId } from "../../engine/model/fact.ts";
import type { IssueRecord } from "../../engine/model/snapshot.ts";
import type { GraphqlResult } from "../transport/client.ts";
import type { IssueReader } from "./ask-for-issues.ts";
import { linkedPullsOf, subIssuesOf, toLinkedIssue } from "./links-seen.ts";
import { unversionedQuery } from "./queries.ts";
import { issueShape, type LinkPage } from "./response-shape.ts";

/** With 3 times 100 links and 20 pull requests each, far below GitHub's half million nodes. */
const atOnce = 100;

const shape = issueShape.pick({
  id: true,
  updatedAt: true,
  duplicateOf: true,
  blockedBy: true,
  blocking: true,
  subIssues: true,
  parent: true,
  closedByPullRequestsReferences: true,
});

/** Throws `RequestFailed` if the installation has to wait; what GitHub refuses otherwise is read as before. */
export async function findUnchanged(
  reading: IssueReader,
  installationId: InstallationId,
  records: readonly IssueRecord[],
): Promise<ReadonlySet<NodeId>> {
  const unchanged = new Set<NodeId>();
  for (const some of portionsOf(records, atOnce)) {
    const answer = await ask(reading, installationId, some);
    if (answer === undefined) break;
    for (const [at, { seen }] of some.entries()) if (isShown(answer, at, seen)) unchanged.add(seen.id);
  }
  return unchanged;
}

async function ask(
  { client, features }: IssueReader,
  installationId: InstallationId,
  records: readonly IssueRecord[],
): Promise<GraphqlResult | undefined> {
  const ids = records.map(({ seen }) => seen.id);
  for (;;) {
    try {
      return await client.query(installationId, unversionedQuery(features), { ids });
    } catch (thrown) {
      if (!(thrown instanceof RequestFailed)) throw thrown;
      const { failure } = thrown;
      if (failure.type === "refused" && features.learn(failure.message)) continue;
      if (failure.type === "wait" && failure.scope === "installation") throw thrown;
      return undefined;
    }
  }
}

function isShown({ data, problems }: GraphqlResult, at: number, seen: IssueSeen): boolean {
  // What failed, and what is hidden from us, looks as if it was not there.
  if (problems.some(({ path }) => path === undefined || path[1] === at)) return false;
  const found = shape.safeParse(Array.isArray(data.nodes) ? data.nodes[at] : undefined);
  if (!found.success || found.data.id !== seen.id || found.data.updatedAt !== seen.updatedAt) return false;
  const issue = found.data;
  const { subIssues, parent } = subIssuesOf(issue);
  return (
    isSame(seen.duplicateOf, issue.duplicateOf ? toLinkedIssue(issue.duplicateOf) : undefined) &&
    areSameLinks(seen.blockedBy, issue.blockedBy) &&
    areSameLinks(seen.blocking, issue.blocking) &&
    isSame(byId(seen.subIssues ?? []), byId(subIssues ?? [])) &&
    isSame(seen.parent, parent) &&
    isSame(seen.linkedPulls, linkedPullsOf(issue).linkedPulls)
  );
}

/** Further pages are not read for this. */
function areSameLinks({ complete, unreadable, issues }: Links, page: LinkPage | undefined): boolean {
  if (page === undefined) return issues.length === 0;
  const shown = page.nodes.flatMap((node) => (node === null ? [] : toLinkedIssue(node)));
  const isWhole = complete && unreadable === 0 && shown.length === page.totalCount;
  return isWhole && isSame(byId(issues), byId(shown));
}

function byId(issues: readonly LinkedIssue[]): readonly LinkedIssue[] {
  return issues.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** As they are stored: what is undefined is left out. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}
