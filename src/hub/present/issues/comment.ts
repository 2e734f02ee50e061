/** Comments in REST and webhooks. */
import { Defect } from "../../../base/errors.ts";
import type { HubCore } from "../../core.ts";
import type { Comment } from "../../state/issues/comments.ts";
import { issueById } from "../../state/issues/issues.ts";
import { presentVia } from "../app.ts";
import { fullName, repositoryUrl, requiredRepository } from "../repository.ts";
import { associationOf, presentReactionCounts, userOf } from "./issue.ts";

export function presentComment(viewing: Pick<HubCore, "state" | "site">, comment: Comment) {
  const { state, site } = viewing;
  const issue = issueById(state, comment.issueId);
  if (issue === undefined) throw new Defect(`Comment ${comment.id} has no issue.`);
  const repository = requiredRepository(viewing, issue.repositoryId);
  const api = repositoryUrl(state, site, repository);
  const url = `${api}/issues/comments/${comment.id}`;
  return {
    url,
    html_url: `${site.web}/${fullName(state, repository)}/issues/${issue.number}#issuecomment-${comment.id}`,
    issue_url: `${api}/issues/${issue.number}`,
    id: comment.id,
    node_id: comment.nodeId,
    user: userOf(viewing, comment.authorId),
    created_at: comment.createdAt,
    updated_at: comment.updatedAt,
    body: comment.body,
    author_association: associationOf(viewing, repository, comment.authorId),
    pin: null,
    reactions: presentReactionCounts(viewing, "comment", comment.id, url),
    performed_via_github_app: presentVia(state, site, comment.appId),
  };
}
