/**
 * Repositories in GraphQL. One that the viewer may not read is an error of type NOT_FOUND along with a null,
 * never a bare null; `gh` prints that error. The hub has no stars, projects or releases.
 */
import { can, canSee, needs } from "../../ops/access/access.ts";
import { findPull } from "../../ops/search/find.ts";
import { fullName, ownerOf } from "../../present/repository.ts";
import { effectiveRole } from "../../state/accounts/roles.ts";
import { refSha } from "../../state/git/refs.ts";
import { issueTypesOf } from "../../state/issues/issue-types.ts";
import type { Issue } from "../../state/issues/issues.ts";
import { labelByName, labelsOfRepository } from "../../state/issues/labels.ts";
import { milestoneByNumber } from "../../state/issues/milestones.ts";
import type { Pull } from "../../state/pulls/pulls.ts";
import { type Repository, repositoryById } from "../../state/repositories.ts";
import { account, entity } from "../executor/entity.ts";
import { toEnum } from "../executor/enums.ts";
import { FieldFailure, notFoundFailure } from "../executor/failure.ts";
import { type Field, type Fields, objectType, type ResolverContext } from "../executor/object-type.ts";
import { defaultBranchRef, objectAt, refNode } from "../git/git-objects.ts";
import { issueByNumberFor } from "../issue-lookup.ts";
import { issueListing } from "../listing/issue-listing.ts";
import { searchLabels, sortLabels } from "../listing/label-order.ts";
import { milestoneConnection, milestoneNode, pinnedIssues } from "../listing/milestones.ts";
import { connection, emptyConnection, listingOf } from "../listing/paging/connection.ts";
import { assignablePeople, peopleOf, searchPeople } from "../listing/people.ts";
import { pullListing } from "../listing/pull-listing.ts";
import { int32, repositoryPath } from "../records.ts";

const none: Field<Repository> = (_repository, args) => emptyConnection(args);
const always =
  (value: unknown): Field<Repository> =>
  () =>
    value;

const description: Fields<Repository> = {
  id: (repository) => repository.nodeId,
  databaseId: (repository) => int32(repository.id),
  name: (repository) => repository.name,
  nameWithOwner: (repository, _args, { core }) => fullName(core.state, repository),
  owner: (repository, _args, { core }) => account(ownerOf(core.state, repository)),
  description: (repository) => repository.description,
  url: (repository, _args, { core }) => core.site.web + repositoryPath(core, repository),
  resourcePath: (repository, _args, { core }) => repositoryPath(core, repository),
  sshUrl: (repository, _args, { core }) =>
    `git@${new URL(core.site.web).hostname}:${fullName(core.state, repository)}.git`,
  createdAt: (repository) => repository.createdAt,
  updatedAt: (repository) => repository.updatedAt,
  pushedAt: (repository) => repository.pushedAt,
  visibility: (repository) => (repository.private ? "PRIVATE" : "PUBLIC"),
  isPrivate: (repository) => repository.private,
  isArchived: (repository) => repository.archived,
  archivedAt: (repository) => (repository.archived ? repository.updatedAt : null),
  isInOrganization: (repository, _args, { core }) => ownerOf(core.state, repository).type === "Organization",
  isFork: (repository) => repository.parentId !== null,
  parent: (repository, _args, { core, actor }) => {
    const parent = repository.parentId === null ? undefined : repositoryById(core.state, repository.parentId);
    return parent !== undefined && canSee(core.state, actor, parent) ? entity("Repository", parent) : null;
  },
  issueTypes: (repository, args, { core }) =>
    connection(listingOf(issueTypesOf(core.state, repository.ownerId)), args, (type) =>
      entity("IssueType", type),
    ),
  hasIssuesEnabled: (repository) => repository.hasIssues,
};

/** Fields of features that the hub does not have. */
const absent: Fields<Repository> = {
  ...Object.fromEntries(
    [
      "deleteBranchOnMerge",
      "hasDiscussionsEnabled",
      "hasProjectsEnabled",
      "hasWikiEnabled",
      "isDisabled",
      "isLocked",
      "isMirror",
      "isSecurityPolicyEnabled",
      "isTemplate",
      "isUserConfigurationRepository",
      "viewerHasStarred",
    ].map((name) => [name, always(false)]),
  ),
  ...Object.fromEntries(
    [
      "codeOfConduct",
      "homepageUrl",
      "licenseInfo",
      "latestRelease",
      "mirrorUrl",
      "primaryLanguage",
      "templateRepository",
    ].map((name) => [name, always(null)]),
  ),
  ...Object.fromEntries(["forkCount", "stargazerCount", "diskUsage"].map((name) => [name, always(0)])),
  projects: none,
  projectsV2: none,
  repositoryTopics: none,
  languages: none,
  fundingLinks: always([]),
  contactLinks: always([]),
  pullRequestTemplates: always([]),
};

const settings: Fields<Repository> = {
  mergeCommitAllowed: always(true),
  rebaseMergeAllowed: always(true),
  squashMergeAllowed: always(true),
  forkingAllowed: always(true),
  isBlankIssuesEnabled: always(true),
  viewerPermission: (repository, _args, viewing) => viewerPermission(repository, viewing),
  viewerCanAdminister: (repository, _args, { core, actor }) =>
    can(core.state, actor, repository, needs.administer),
};

const people: Fields<Repository> = {
  assignableUsers: (repository, args, { core }) => {
    const found = searchPeople(assignablePeople(core.state, repository), args.optionalText("query"));
    return connection(listingOf(found), args, (user) => entity("User", user));
  },
  mentionableUsers: (repository, args, { core }) => {
    const found = searchPeople(peopleOf(core.state, repository), args.optionalText("query"));
    return connection(listingOf(found), args, (user) => entity("User", user));
  },
  suggestedActors: (repository, args, { core }) => {
    args.noteUnsupported("capabilities", ["CAN_BE_ASSIGNED"]);
    const found = searchPeople(assignablePeople(core.state, repository), args.optionalText("query"));
    return connection(listingOf(found), args, account);
  },
};

const contents: Fields<Repository> = {
  milestones: (repository, args, { core }) => milestoneConnection(core, repository, args),
  milestone: (repository, args, { core }) => {
    const milestone = milestoneByNumber(core.state, repository.id, args.integer("number"));
    return milestone === undefined ? null : milestoneNode(core, milestone);
  },
  pinnedIssues: (repository, args, { core }) => pinnedIssues(core, repository, args),
  issue: (repository, args, viewing) =>
    issueByNumberFor(viewing, repository, args.integer("number"), "an Issue"),
  issueOrPullRequest: (repository, args, viewing) =>
    issueByNumberFor(viewing, repository, args.integer("number"), "an issue or pull request"),
  pullRequest: (repository, args, viewing) => {
    const number = args.integer("number");
    const found = findPull(viewing.core, viewing.actor, repository, number);
    if (found.kind === "ok") return entity("PullRequest", found.value);
    if (found.kind === "forbidden") throw new FieldFailure("FORBIDDEN", found.message);
    throw notFoundFailure(`Could not resolve to a PullRequest with the number of ${number}.`);
  },
  pullRequests: (repository, args, { core, actor }) => {
    const listing = pullListing(core.state, repository.id, args);
    const readable = can(core.state, actor, repository, needs.readPulls);
    return connection(readable ? listing : listingOf<Pull>([]), args, (pull) => entity("PullRequest", pull));
  },
  issues: (repository, args, { core, actor }) => {
    const listing = issueListing(core.state, repository.id, args);
    const readable = can(core.state, actor, repository, needs.readIssues);
    return connection(readable ? listing : listingOf<Issue>([]), args, (issue) => entity("Issue", issue));
  },
  label: (repository, args, { core }) => {
    const label = labelByName(core.state, repository.id, args.text("name"));
    return label === undefined ? null : entity("Label", label);
  },
  labels: (repository, args, { core }) => {
    const found = searchLabels(labelsOfRepository(core.state, repository.id), args.optionalText("query"));
    return connection(listingOf(sortLabels(found, args)), args, (label) => entity("Label", label));
  },
};

const files: Fields<Repository> = {
  isEmpty: (repository, _args, { core }) => defaultBranchRef(core, repository) === null,
  defaultBranchRef: (repository, _args, { core }) => defaultBranchRef(core, repository),
  ref: (repository, args, { core, actor }) => {
    const name = args.text("qualifiedName").replace(/^refs\/heads\//, "");
    if (!can(core.state, actor, repository, needs.readContents)) return null;
    const sha = refSha(core.state, repository.id, `refs/heads/${name}`);
    return sha === undefined ? null : refNode(core, repository, name, sha);
  },
  object: (repository, args, { core, actor }) => {
    const object = args.optionalText("oid") ?? args.optionalText("expression") ?? "HEAD";
    return can(core.state, actor, repository, needs.readContents) ? objectAt(core, repository, object) : null;
  },
};

export const repositoryType = objectType("Repository", {
  ...description,
  ...absent,
  ...settings,
  ...people,
  ...contents,
  ...files,
});

/** A person's role; for an installation, the role nearest to its permissions. */
function viewerPermission(repository: Repository, { core, actor }: ResolverContext): string | null {
  if (actor.kind === "user") {
    const role = effectiveRole(core.state, repository, actor.user.id);
    return role === "none" ? null : toEnum(role);
  }
  const may = (need: (typeof needs)[keyof typeof needs]) => can(core.state, actor, repository, need);
  if (may(needs.administer)) return "ADMIN";
  return may(needs.writeContents) || may(needs.moderate) ? "WRITE" : "READ";
}
