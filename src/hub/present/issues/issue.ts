/**
 * Issues in REST and webhooks. `author_association` is computed without a viewer, as on GitHub, so never
 * derive permissions from it.
 */
import { Defect } from "../../../base/errors.ts";
import type { HubCore } from "../../core.ts";
import { givenRole } from "../../state/accounts/roles.ts";
import { memberRole, userById } from "../../state/accounts/users.ts";
import { dependenciesSummary } from "../../state/issues/dependencies.ts";
import { typeOfIssue } from "../../state/issues/issue-types.ts";
import { assigneesOfIssue, type Issue } from "../../state/issues/issues.ts";
import { labelsOfIssue } from "../../state/issues/labels.ts";
import { milestoneById } from "../../state/issues/milestones.ts";
import { type ReactionSubject, reactionContents, reactionCounts } from "../../state/issues/reactions.ts";
import { parentOf, subIssuesSummary } from "../../state/issues/sub-issues.ts";
import { pullById } from "../../state/pulls/pulls.ts";
import type { Repository } from "../../state/repositories.ts";
import { presentUser } from "../account.ts";
import { presentVia } from "../app.ts";
import { presentPullLinks } from "../pulls/pull-links.ts";
import { fullName, repositoryUrl, requiredRepository } from "../repository.ts";
import { presentIssueType } from "./issue-type.ts";
import { presentLabel } from "./label.ts";
import { presentMilestone } from "./milestone.ts";

type PresentContext = Pick<HubCore, "state" | "site">;

export function userOf({ state, site }: PresentContext, userId: number) {
  const user = userById(state, userId);
  if (user === undefined) throw new Defect(`Account ${userId} is missing.`);
  return presentUser(site, user);
}

function issueUrl(viewing: PresentContext, { repositoryId, number }: Issue): string {
  const { state, site } = viewing;
  return `${repositoryUrl(state, site, requiredRepository(viewing, repositoryId))}/issues/${number}`;
}

export function presentIssue(viewing: PresentContext, issue: Issue) {
  const { state, site } = viewing;
  const repository = requiredRepository(viewing, issue.repositoryId);
  const url = issueUrl(viewing, issue);
  const assignees = assigneesOfIssue(state, issue.id).map((user) => presentUser(site, user));
  const summary = dependenciesSummary(state, issue.id);
  const parts = subIssuesSummary(state, issue.id);
  const parent = parentOf(state, issue.id);
  const type = typeOfIssue(state, issue);
  const milestone = issue.milestoneId === null ? undefined : milestoneById(state, issue.milestoneId);
  const pull = issue.pullId === null ? undefined : pullById(state, issue.pullId);
  return {
    url,
    repository_url: repositoryUrl(state, site, repository),
    labels_url: `${url}/labels{/name}`,
    comments_url: `${url}/comments`,
    events_url: `${url}/events`,
    html_url: `${site.web}/${fullName(state, repository)}/${pull === undefined ? "issues" : "pull"}/${issue.number}`,
    id: issue.id,
    node_id: issue.nodeId,
    number: issue.number,
    title: issue.title,
    user: userOf(viewing, issue.authorId),
    labels: labelsOfIssue(state, issue.id).map((label) => presentLabel(viewing, label)),
    state: issue.state,
    locked: issue.locked,
    assignee: assignees[0] ?? null,
    assignees,
    milestone: milestone === undefined ? null : presentMilestone(viewing, milestone),
    comments: issue.comments,
    created_at: issue.createdAt,
    updated_at: issue.updatedAt,
    closed_at: issue.closedAt,
    author_association: associationOf(viewing, repository, issue.authorId),
    type: type === undefined ? null : presentIssueType(type),
    active_lock_reason: issue.lockReason,
    parent_issue_url: parent === undefined ? null : issueUrl(viewing, parent),
    sub_issues_summary: {
      total: parts.total,
      completed: parts.completed,
      percent_completed: parts.percentCompleted,
    },
    issue_dependencies_summary: {
      blocked_by: summary.blockedBy,
      total_blocked_by: summary.totalBlockedBy,
      blocking: summary.blocking,
      total_blocking: summary.totalBlocking,
    },
    body: issue.body,
    reactions: presentReactionCounts(viewing, "issue", issue.id, url),
    timeline_url: `${url}/timeline`,
    performed_via_github_app: presentVia(state, site, issue.appId),
    ...(pull === undefined ? {} : { pull_request: presentPullLinks(viewing, pull), draft: pull.draft }),
    state_reason: issue.stateReason,
  };
}

/** Fields of a single issue that lists omit. */
export function presentFullIssue(viewing: PresentContext, issue: Issue) {
  return {
    ...presentIssue(viewing, issue),
    closed_by: issue.closedById === null ? null : userOf(viewing, issue.closedById),
  };
}

export function presentReactionCounts(
  viewing: PresentContext,
  subject: ReactionSubject,
  id: number,
  url: string,
) {
  return presentCounts(reactionCounts(viewing.state, subject, id), url);
}

/** For records without reactions in the hub. */
export function presentNoReactions(url: string) {
  return presentCounts(new Map(), url);
}

function presentCounts(counts: ReturnType<typeof reactionCounts>, url: string) {
  const times = (content: (typeof reactionContents)[number]): number => counts.get(content) ?? 0;
  return {
    url: `${url}/reactions`,
    total_count: reactionContents.reduce((sum, content) => sum + times(content), 0),
    "+1": times("+1"),
    "-1": times("-1"),
    laugh: times("laugh"),
    hooray: times("hooray"),
    confused: times("confused"),
    heart: times("heart"),
    rocket: times("rocket"),
    eyes: times("eyes"),
  };
}

export function associationOf({ state }: PresentContext, repository: Repository, userId: number) {
  if (repository.ownerId === userId) return "OWNER";
  if (memberRole(state, repository.ownerId, userId) !== undefined) return "MEMBER";
  return givenRole(state, repository.id, userId) === undefined ? "NONE" : "COLLABORATOR";
}
