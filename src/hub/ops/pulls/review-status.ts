/**
 * Evaluates reviews under the rules of the base branch. Only reviewers with write access count, and never the
 * author.
 */

import { effectiveRole, roleAtLeast } from "../../state/accounts/roles.ts";
import type { Pull } from "../../state/pulls/pulls.ts";
import { threadsOfPull } from "../../state/pulls/review-threads.ts";
import { opinionsOf } from "../../state/pulls/reviews.ts";
import { repositoryById } from "../../state/repositories.ts";
import type { Rule } from "../../state/rulesets.ts";
import type { State } from "../../state/state.ts";
import { rulesOn } from "../repository/branch-rules.ts";

export interface ReviewStatus {
  readonly approvals: number;
  readonly isRefused: boolean;
  /** Unresolved threads. */
  readonly open: number;
}

export function reviewStatus(state: State, pull: Pull): ReviewStatus {
  const repository = repositoryById(state, pull.repositoryId);
  const counts = (userId: number): boolean =>
    repository !== undefined && roleAtLeast(effectiveRole(state, repository, userId), "write");
  const opinions = opinionsOf(state, pull.id).filter(
    ({ authorId }) => authorId !== pull.issue.authorId && counts(authorId),
  );
  return {
    approvals: opinions.filter((review) => review.state === "APPROVED").length,
    isRefused: opinions.some((review) => review.state === "CHANGES_REQUESTED"),
    open: threadsOfPull(state, pull.id).filter((thread) => thread.resolvedById === null).length,
  };
}

/** GitHub's messages for what a rule still requires. */
export function unmetReviews(
  state: State,
  pull: Pull,
  { parameters }: Extract<Rule, { type: "pull_request" }>,
): readonly string[] {
  const { approvals, isRefused, open } = reviewStatus(state, pull);
  const count = parameters.required_approving_review_count;
  const reviews = count === 1 ? "review is" : "reviews are";
  return [
    ...(approvals < count
      ? [`At least ${count} approving ${reviews} required by reviewers with write access.`]
      : []),
    ...(isRefused && count > 0 ? ["Changes were requested."] : []),
    ...(open > 0 && parameters.required_review_thread_resolution
      ? ["A conversation must be resolved before this pull request can be merged."]
      : []),
  ];
}

/** How many approvals the strictest rule of the base branch requires. */
export function requiredApprovals(state: State, pull: Pull): number {
  const repository = repositoryById(state, pull.repositoryId);
  if (repository === undefined) return 0;
  const counts = rulesOn(state, repository, pull.baseRef).map(({ rule }) =>
    rule.type === "pull_request" ? rule.parameters.required_approving_review_count : 0,
  );
  return Math.max(0, ...counts);
}
