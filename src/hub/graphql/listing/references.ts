/** References in timelines: what closed an issue, which commit references it, and other mentions. */
import { canSee } from "../../ops/access/access.ts";
import { closingIssueIds } from "../../ops/pulls/closing-issues.ts";
import { findIssueById, findPullById } from "../../ops/search/find.ts";
import type { Closer, SourcedDetail } from "../../state/issues/events.ts";
import type { Issue } from "../../state/issues/issues.ts";
import { pullById } from "../../state/pulls/pulls.ts";
import { repositoryById } from "../../state/repositories.ts";
import { type CompositeFields, entity } from "../executor/entity.ts";
import type { ResolverContext } from "../executor/object-type.ts";
import { objectAt } from "../git/git-objects.ts";
import { issueOrPull } from "../issue-or-pull.ts";
import { issuePath, repositoryOfRecord } from "../records.ts";

/**
 * The pull request or the commit that closed an issue; null if a person did, or if the viewer may not read
 * it.
 */
export function closerOf(viewing: ResolverContext, closer: Closer | undefined) {
  if (closer === undefined) return null;
  if (!("pullId" in closer)) return commitIn(viewing, closer.repositoryId, closer.commitSha);
  const pull = findPullById(viewing.core, viewing.actor, closer.pullId);
  return pull.kind === "ok" ? entity("PullRequest", pull.value) : null;
}

/** The fields of a `ReferencedEvent`. */
export function commitReference(
  viewing: ResolverContext,
  issue: Issue,
  { commitSha, repositoryId }: Extract<SourcedDetail, { event: "referenced" }>,
): CompositeFields {
  const { core } = viewing;
  const place = repositoryById(core.state, repositoryId) ?? repositoryOfRecord(core, issue);
  return {
    commit: () => commitIn(viewing, repositoryId, commitSha),
    commitRepository: entity("Repository", place),
    isCrossRepository: place.id !== issue.repositoryId,
    isDirectReference: false,
    subject: issueOrPull(core, issue),
  };
}

/** @returns undefined if the source is gone or the viewer may not read it */
export function crossReference(viewing: ResolverContext, issue: Issue, sourceIssueId: number) {
  const { core, actor } = viewing;
  const found = findIssueById(core, actor, sourceIssueId);
  if (found.kind !== "ok") return undefined;
  const source = found.value;
  const pull = source.pullId === null ? undefined : pullById(core.state, source.pullId);
  const resourcePath = issuePath(core, source);
  const fields = {
    source: issueOrPull(core, source),
    target: issueOrPull(core, issue),
    isCrossRepository: source.repositoryId !== issue.repositoryId,
    willCloseTarget: () => pull !== undefined && closingIssueIds(core.state, pull).includes(issue.id),
    resourcePath,
    url: core.site.web + resourcePath,
  };
  return { typename: "CrossReferencedEvent", fields };
}

function commitIn({ core, actor }: ResolverContext, repositoryId: number, sha: string) {
  const repository = repositoryById(core.state, repositoryId);
  return repository !== undefined && canSee(core.state, actor, repository)
    ? objectAt(core, repository, sha)
    : null;
}
