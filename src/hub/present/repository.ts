/**
 * Repositories in REST and webhooks. The many `*_url` templates are part of the published schema, so they are
 * all here although few clients follow them.
 */
import { Defect } from "../../base/errors.ts";
import type { Site } from "../core.ts";
import { type RepositoryRole, roleAtLeast } from "../state/accounts/roles.ts";
import { type User, userById } from "../state/accounts/users.ts";
import { type Repository, repositoryById } from "../state/repositories.ts";
import type { State } from "../state/state.ts";
import { presentUser } from "./account.ts";

/** The repository that a record belongs to. */
export function requiredRepository({ state }: { readonly state: State }, repositoryId: number): Repository {
  const repository = repositoryById(state, repositoryId);
  if (repository === undefined) throw new Defect(`Repository ${repositoryId} is missing.`);
  return repository;
}

export function ownerOf(state: State, repository: Repository): User {
  const owner = userById(state, repository.ownerId);
  if (owner === undefined) throw new Defect(`Repository ${repository.id} has no owner.`);
  return owner;
}

export function fullName(state: State, repository: Repository): string {
  return `${ownerOf(state, repository).login}/${repository.name}`;
}

export function repositoryUrl(state: State, site: Site, repository: Repository): string {
  return `${site.api}/repos/${fullName(state, repository)}`;
}

/** The short form in the lists of installation payloads. */
export function presentRepositoryReference(state: State, repository: Repository) {
  return {
    id: repository.id,
    node_id: repository.nodeId,
    name: repository.name,
    full_name: fullName(state, repository),
    private: repository.private,
  };
}

export function presentRepository(state: State, site: Site, repository: Repository) {
  const url = repositoryUrl(state, site, repository);
  const page = `${site.web}/${fullName(state, repository)}`;
  return {
    ...presentRepositoryReference(state, repository),
    owner: presentUser(site, ownerOf(state, repository)),
    html_url: page,
    description: repository.description,
    fork: repository.parentId !== null,
    url,
    ...links(url),
    created_at: repository.createdAt,
    updated_at: repository.updatedAt,
    pushed_at: repository.pushedAt,
    git_url: `${page.replace(/^https?/, "git")}.git`,
    ssh_url: `git@${new URL(site.web).hostname}:${fullName(state, repository)}.git`,
    clone_url: `${page}.git`,
    svn_url: page,
    homepage: null,
    size: 0,
    stargazers_count: 0,
    watchers_count: 0,
    language: null,
    has_issues: repository.hasIssues,
    has_projects: false,
    has_downloads: false,
    has_wiki: false,
    has_pages: false,
    has_discussions: false,
    forks_count: 0,
    mirror_url: null,
    archived: repository.archived,
    disabled: false,
    open_issues_count: repository.openIssues,
    license: null,
    allow_forking: true,
    is_template: false,
    web_commit_signoff_required: false,
    topics: [],
    visibility: repository.private ? "private" : "public",
    forks: 0,
    open_issues: repository.openIssues,
    watchers: 0,
    default_branch: repository.defaultBranch,
  };
}

/** What `GET /repos/{owner}/{repo}` adds: counts, and the permissions of the requester. */
export function presentFullRepository(
  state: State,
  site: Site,
  repository: Repository,
  role: RepositoryRole | undefined,
) {
  return {
    ...presentRepository(state, site, repository),
    network_count: 0,
    subscribers_count: 0,
    ...(role === undefined ? {} : { permissions: presentPermissions(role) }),
  };
}

export function presentPermissions(role: RepositoryRole) {
  return {
    admin: role === "admin",
    maintain: roleAtLeast(role, "maintain"),
    push: roleAtLeast(role, "write"),
    triage: roleAtLeast(role, "triage"),
    pull: roleAtLeast(role, "read"),
  };
}

function links(url: string) {
  return {
    forks_url: `${url}/forks`,
    keys_url: `${url}/keys{/key_id}`,
    collaborators_url: `${url}/collaborators{/collaborator}`,
    teams_url: `${url}/teams`,
    hooks_url: `${url}/hooks`,
    issue_events_url: `${url}/issues/events{/number}`,
    events_url: `${url}/events`,
    assignees_url: `${url}/assignees{/user}`,
    branches_url: `${url}/branches{/branch}`,
    tags_url: `${url}/tags`,
    blobs_url: `${url}/git/blobs{/sha}`,
    git_tags_url: `${url}/git/tags{/sha}`,
    git_refs_url: `${url}/git/refs{/sha}`,
    trees_url: `${url}/git/trees{/sha}`,
    statuses_url: `${url}/statuses/{sha}`,
    languages_url: `${url}/languages`,
    stargazers_url: `${url}/stargazers`,
    contributors_url: `${url}/contributors`,
    subscribers_url: `${url}/subscribers`,
    subscription_url: `${url}/subscription`,
    commits_url: `${url}/commits{/sha}`,
    git_commits_url: `${url}/git/commits{/sha}`,
    comments_url: `${url}/comments{/number}`,
    issue_comment_url: `${url}/issues/comments{/number}`,
    contents_url: `${url}/contents/{+path}`,
    compare_url: `${url}/compare/{base}...{head}`,
    merges_url: `${url}/merges`,
    archive_url: `${url}/{archive_format}{/ref}`,
    downloads_url: `${url}/downloads`,
    issues_url: `${url}/issues{/number}`,
    pulls_url: `${url}/pulls{/number}`,
    milestones_url: `${url}/milestones{/number}`,
    notifications_url: `${url}/notifications{?since,all,participating}`,
    labels_url: `${url}/labels{/name}`,
    releases_url: `${url}/releases{/id}`,
    deployments_url: `${url}/deployments`,
  };
}
