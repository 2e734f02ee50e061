/** What an issue is linked to: sub-issues, pull requests that would close it, the ends of dependencies. */
import type { IssueSeen, LinkedIssue } from "../../engine/model/fact.ts";
import { toIssueState } from "./issue-state.ts";
import type { IssueResponse, LinkResponse } from "./response-shape.ts";

/** A sub-issue that we may not see is ignored: a dependency cycle through it must not be disclosed. */
export function subIssuesOf({
  subIssues,
  parent,
}: Pick<IssueResponse, "subIssues" | "parent">): Pick<IssueSeen, "subIssues" | "lacksSubIssues" | "parent"> {
  if (subIssues === undefined) return { lacksSubIssues: true };
  const shown = subIssues.nodes.flatMap((node) => (node === null ? [] : toLinkedIssue(node)));
  return {
    ...(shown.length === 0 ? {} : { subIssues: shown }),
    ...(parent == null ? {} : { parent: toLinkedIssue(parent) }),
  };
}

/**
 * Only branches of the repository, which take write access: from a fork, anyone may open one that says
 * "Closes #1".
 */
export function linkedPullsOf({
  closedByPullRequestsReferences: found,
}: Pick<IssueResponse, "closedByPullRequestsReferences">): Pick<IssueSeen, "linkedPulls"> {
  const open = (found?.nodes ?? []).flatMap((pull) =>
    pull?.state === "OPEN" && !pull.isCrossRepository
      ? {
          number: pull.number,
          createdAt: pull.createdAt,
          branch: pull.headRefName,
          ...(pull.author ? { by: pull.author.id } : {}),
        }
      : [],
  );
  return open.length === 0 ? {} : { linkedPulls: open.toSorted((a, b) => a.number - b.number) };
}

export function toLinkedIssue(link: LinkResponse): LinkedIssue {
  const { id, number, title, repository } = link;
  return {
    id,
    number,
    title,
    repositoryId: repository.id,
    owner: repository.owner.login,
    repo: repository.name,
    isPrivate: repository.isPrivate,
    issueState: toIssueState(link),
    closedAt: link.closedAt ?? undefined,
  };
}
