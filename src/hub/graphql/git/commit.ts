/** Shows a commit in GraphQL, with the results of its checks. */
import { toIsoSeconds } from "../../../base/clock.ts";
import type { HubCore } from "../../core.ts";
import { changesBetween } from "../../git/changes.ts";
import { fullName } from "../../present/repository.ts";
import { userByEmail } from "../../state/accounts/users.ts";
import { type Commit, getCommit, type Signature } from "../../state/git/git.ts";
import { pullsWith } from "../../state/pulls/pulls.ts";
import type { Repository } from "../../state/repositories.ts";
import type { Args } from "../executor/args.ts";
import { type Composite, type CompositeFields, composite, entity } from "../executor/entity.ts";
import { connection, listingOf } from "../listing/paging/connection.ts";
import { statusCheckRollup } from "./check-rollup.ts";

const emptyTree = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";

/** @returns null if there is no such commit. @param extra further fields from the caller */
export function commitNode(
  core: HubCore,
  repository: Repository,
  sha: string,
  extra: CompositeFields = {},
): Composite | null {
  const commit = getCommit(core.state, repository.id, sha);
  return commit === undefined
    ? null
    : composite({ ...fieldsOf(core, repository, sha, commit), ...extra }, "Commit");
}

function fieldsOf(core: HubCore, repository: Repository, sha: string, commit: Commit): CompositeFields {
  const [headline = ""] = commit.message.split("\n", 1);
  const path = `/${fullName(core.state, repository)}/commit/${sha}`;
  const changes = () => changesBetween(core.state, repository.id, commit.parents[0] ?? emptyTree, sha);
  const authors = [{ id: 0, ...commit.author }];
  return {
    id: commitNodeId(repository, sha),
    oid: sha,
    abbreviatedOid: sha.slice(0, 7),
    repository: entity("Repository", repository),
    message: commit.message,
    messageHeadline: headline,
    messageBody: commit.message.slice(headline.length).trim(),
    authoredDate: toIsoSeconds(commit.author.at * 1000),
    committedDate: toIsoSeconds(commit.committer.at * 1000),
    author: () => gitActor(core, commit.author),
    committer: () => gitActor(core, commit.committer),
    authors: (args: Args) => connection(listingOf(authors), args, (author) => gitActor(core, author)),
    parents: (args: Args) =>
      connection(listingOf(commit.parents.map((parent, id) => ({ id, parent }))), args, ({ parent }) =>
        commitNode(core, repository, parent),
      ),
    url: core.site.web + path,
    resourcePath: path,
    commitUrl: core.site.web + path,
    additions: () => changes().additions,
    deletions: () => changes().deletions,
    changedFilesIfAvailable: () => changes().files.length,
    statusCheckRollup: () => statusCheckRollup(core, repository, sha),
    associatedPullRequests: (args: Args) =>
      connection(listingOf(pullsWith(core.state, repository.id, sha)), args, (pull) =>
        entity("PullRequest", pull),
      ),
  };
}

function gitActor(core: HubCore, { name, email, at }: Signature): Composite {
  const user = userByEmail(core.state, email);
  const date = toIsoSeconds(at * 1000);
  return composite({ name, email, date, user: user === undefined ? null : entity("User", user) });
}

function commitNodeId(repository: Repository, sha: string): string {
  return `C_${Buffer.from(`${repository.id} ${sha}`).toString("base64url")}`;
}
