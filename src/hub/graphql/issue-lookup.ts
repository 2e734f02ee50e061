/** Finds issues by number and nodes by id, with GitHub's error message if there is none. */

import type { OpResult } from "../ops/result.ts";
import {
  findComment,
  findIssue,
  findIssueById,
  findLabelById,
  findPullById,
  findRepositoryById,
} from "../ops/search/find.ts";
import { userById } from "../state/accounts/users.ts";
import { readNodeId } from "../state/older-node-id.ts";
import type { Repository } from "../state/repositories.ts";
import { account, type Entity, entity } from "./executor/entity.ts";
import { FieldFailure, noNode, notFoundFailure } from "./executor/failure.ts";
import type { ResolverContext } from "./executor/object-type.ts";
import { issueOrPull } from "./issue-or-pull.ts";

/** @param what its name in the message, with an article */
export function issueByNumberFor(
  viewing: ResolverContext,
  repository: Repository,
  number: number,
  what: "an Issue" | "an issue or pull request",
): Entity<"Issue"> | Entity<"PullRequest"> {
  const { core, actor } = viewing;
  const found = findIssue(core, actor, repository, number);
  if (found.kind === "ok" && (what !== "an Issue" || found.value.pullId === null))
    return issueOrPull(core, found.value);
  if (found.kind === "forbidden") throw new FieldFailure("FORBIDDEN", found.message);
  const moved = found.kind === "moved" ? findIssueById(core, actor, found.issueId) : undefined;
  if (moved?.kind === "ok") return entity("Issue", moved.value);
  throw notFoundFailure(`Could not resolve to ${what} with the number of ${number}.`);
}

/** The record behind a node id, if the viewer may see it; otherwise throws GitHub's error. */
export function nodeFor({ core, actor }: ResolverContext, nodeId: string) {
  const decoded = readNodeId(nodeId);
  if (decoded === undefined) throw noNode(nodeId);
  const { prefix, id } = decoded;
  const shown = <T, E>(result: OpResult<T>, show: (value: T) => E): E => {
    if (result.kind === "ok") return show(result.value);
    throw result.kind === "forbidden" ? new FieldFailure("FORBIDDEN", result.message) : noNode(nodeId);
  };
  switch (prefix) {
    case "I":
      return shown(findIssueById(core, actor, id), (issue) => {
        if (issue.pullId !== null) throw noNode(nodeId);
        return entity("Issue", issue);
      });
    case "PR":
      return shown(findPullById(core, actor, id), (pull) => entity("PullRequest", pull));
    case "IC":
      return shown(findComment(core, actor, id), (comment) => entity("IssueComment", comment));
    case "LA":
      return shown(findLabelById(core, actor, id), (label) => entity("Label", label));
    case "R":
      return shown(findRepositoryById(core, actor, id), (repository) => entity("Repository", repository));
    case "U":
    case "O":
    case "BOT": {
      const user = userById(core.state, id);
      if (user === undefined || readNodeId(user.nodeId)?.prefix !== prefix) throw noNode(nodeId);
      return account(user);
    }
    default:
      throw noNode(nodeId);
  }
}
