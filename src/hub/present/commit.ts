/** Commits in GitHub's three shapes: full, as a git object, and short for webhooks. */
import { toIsoSeconds } from "../../base/clock.ts";
import { Defect } from "../../base/errors.ts";
import type { HubCore } from "../core.ts";
import { userByEmail } from "../state/accounts/users.ts";
import { type Commit, getCommit, type Signature } from "../state/git/git.ts";
import type { Repository } from "../state/repositories.ts";
import { presentUser } from "./account.ts";
import { fullName, repositoryUrl } from "./repository.ts";

type PresentContext = Pick<HubCore, "state" | "site">;

const verification = {
  verified: false,
  reason: "unsigned",
  signature: null,
  payload: null,
  verified_at: null,
};

/** A commit that must exist, because a ref or a record refers to it. */
function commitOf({ state }: Pick<PresentContext, "state">, repository: Repository, sha: string): Commit {
  const commit = getCommit(state, repository.id, sha);
  if (commit === undefined) throw new Defect(`Commit ${sha} is missing in repository ${repository.id}.`);
  return commit;
}

export function presentCommit(viewing: PresentContext, repository: Repository, sha: string) {
  const { state, site } = viewing;
  const commit = commitOf(viewing, repository, sha);
  const api = repositoryUrl(state, site, repository);
  const account = ({ email }: Signature) => {
    const user = userByEmail(state, email);
    return user === undefined ? null : presentUser(site, user);
  };
  return {
    sha,
    node_id: commitNodeId(sha),
    commit: {
      author: presentSignature(commit.author),
      committer: presentSignature(commit.committer),
      message: commit.message,
      tree: { sha: commit.tree, url: `${api}/git/trees/${commit.tree}` },
      url: `${api}/git/commits/${sha}`,
      comment_count: 0,
      verification,
    },
    url: `${api}/commits/${sha}`,
    html_url: commitPage(viewing, repository, sha),
    comments_url: `${api}/commits/${sha}/comments`,
    author: account(commit.author),
    committer: account(commit.committer),
    parents: commit.parents.map((parent) => ({
      sha: parent,
      url: `${api}/commits/${parent}`,
      html_url: commitPage(viewing, repository, parent),
    })),
  };
}

/** As in `git/commits`. */
export function presentGitCommit(viewing: PresentContext, repository: Repository, sha: string) {
  const commit = commitOf(viewing, repository, sha);
  const api = repositoryUrl(viewing.state, viewing.site, repository);
  return {
    sha,
    node_id: commitNodeId(sha),
    url: `${api}/git/commits/${sha}`,
    html_url: commitPage(viewing, repository, sha),
    author: presentSignature(commit.author),
    committer: presentSignature(commit.committer),
    tree: { sha: commit.tree, url: `${api}/git/trees/${commit.tree}` },
    message: commit.message,
    parents: commit.parents.map((parent) => ({
      sha: parent,
      url: `${api}/git/commits/${parent}`,
      html_url: commitPage(viewing, repository, parent),
    })),
    verification,
  };
}

/** The head of suites and merge groups. */
export function presentShortCommit(viewing: PresentContext, repository: Repository, sha: string) {
  const commit = commitOf(viewing, repository, sha);
  const person = ({ name, email }: Signature) => ({ name, email });
  return {
    id: sha,
    tree_id: commit.tree,
    message: commit.message,
    timestamp: toIsoSeconds(commit.committer.at * 1000),
    author: person(commit.author),
    committer: person(commit.committer),
  };
}

function presentSignature({ name, email, at }: Signature) {
  return { name, email, date: toIsoSeconds(at * 1000) };
}

function commitPage({ state, site }: PresentContext, repository: Repository, sha: string): string {
  return `${site.web}/${fullName(state, repository)}/commit/${sha}`;
}

function commitNodeId(sha: string): string {
  return Buffer.from(`06:Commit${sha}`).toString("base64");
}
