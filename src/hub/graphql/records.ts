/** Records that must exist because another one refers to them, and links in GraphQL. */
import { Defect } from "../../base/errors.ts";
import type { HubCore } from "../core.ts";
import { fullName, requiredRepository } from "../present/repository.ts";
import { userById } from "../state/accounts/users.ts";
import type { Comment } from "../state/issues/comments.ts";
import { type Issue, issueById } from "../state/issues/issues.ts";
import type { Repository } from "../state/repositories.ts";
import { account } from "./executor/entity.ts";

/** The account of an author, an actor or an assignee. */
export function accountById(core: HubCore, userId: number) {
  const user = userById(core.state, userId);
  if (user === undefined) throw new Defect(`Account ${userId} is missing.`);
  return account(user);
}

export function repositoryOfRecord(core: HubCore, record: Pick<Issue, "repositoryId">): Repository {
  return requiredRepository(core, record.repositoryId);
}

export function issueOfComment(core: HubCore, comment: Comment): Issue {
  const issue = issueById(core.state, comment.issueId);
  if (issue === undefined) throw new Defect(`Comment ${comment.id} has no issue.`);
  return issue;
}

/** The path of a repository's page, with a leading slash. */
export function repositoryPath(core: HubCore, repository: Repository): string {
  return `/${fullName(core.state, repository)}`;
}

export function issuePath(core: HubCore, issue: Issue): string {
  const kind = issue.pullId === null ? "issues" : "pull";
  return `${repositoryPath(core, repositoryOfRecord(core, issue))}/${kind}/${issue.number}`;
}

export function commentPath(core: HubCore, comment: Comment): string {
  return `${issuePath(core, issueOfComment(core, comment))}#issuecomment-${comment.id}`;
}

/** A database id if it fits GraphQL's 32-bit `Int`. */
export function int32(id: number): number | null {
  return id <= 0x7fff_ffff ? id : null;
}

/** A body as plain text. The hub does not render Markdown; it only omits what a reader would not see. */
export function plainText(body: string): string {
  const parts = body.split("<!--");
  const shown = parts.map((part, index) => {
    const end = index === 0 ? 0 : part.indexOf("-->");
    return end < 0 ? "" : part.slice(index === 0 ? 0 : end + 3);
  });
  return shown.join("").trim();
}
