/**
 * Whether a pull request can be merged, and what blocks it. The rules are evaluated for an actor: those who
 * can bypass a rule are not blocked by it.
 */
import { unreachable } from "../../../base/errors.ts";
import { rangeOf } from "../../git/range.ts";
import type { Pull } from "../../state/pulls/pulls.ts";
import { latestStatuses } from "../../state/pulls/statuses.ts";
import { repositoryById } from "../../state/repositories.ts";
import type { Rule } from "../../state/rulesets.ts";
import type { State } from "../../state/state.ts";
import type { Actor } from "../access/actor.ts";
import { rulesOn } from "../repository/branch-rules.ts";
import { hasConflict } from "./mergeability.ts";
import { unmetReviews } from "./review-status.ts";
import { latestRuns, requiredVerdict, runVerdict, statusVerdict } from "./verdicts.ts";

export interface Readiness {
  /** Null for a closed one, and until it is computed. */
  readonly mergeable: boolean | null;
  /** GitHub's word for it. */
  readonly state: "clean" | "dirty" | "draft" | "blocked" | "behind" | "unstable" | "unknown";
}

export function readinessOf(state: State, pull: Pull): Readiness {
  if (pull.issue.state === "closed") return { mergeable: null, state: "unknown" };
  const isInConflict = hasConflict(state, pull);
  if (isInConflict === undefined) return { mergeable: null, state: "unknown" };
  if (isInConflict) return { mergeable: false, state: "dirty" };
  if (pull.draft) return { mergeable: true, state: "draft" };
  const [first] = mergeBlockers(state, pull);
  if (first !== undefined) return { mergeable: true, state: first.kind };
  return { mergeable: true, state: isUnstable(state, pull) ? "unstable" : "clean" };
}

export interface MergeBlocker {
  readonly kind: "blocked" | "behind";
  /** GitHub's message. */
  readonly message: string;
}

/**
 * What the rules of the base branch still require. @param actor whose bypasses apply; omitted for everyone
 */
export function mergeBlockers(state: State, pull: Pull, actor?: Actor): readonly MergeBlocker[] {
  const repository = repositoryById(state, pull.repositoryId);
  if (repository === undefined) return [];
  return rulesOn(state, repository, pull.baseRef, actor).flatMap(({ rule }) => unmet(state, pull, rule));
}

function unmet(state: State, pull: Pull, rule: Rule): readonly MergeBlocker[] {
  switch (rule.type) {
    case "required_status_checks":
      return unmetChecks(state, pull, rule.parameters);
    case "pull_request":
      return unmetReviews(state, pull, rule).map((message) => ({ kind: "blocked", message }));
    case "merge_queue":
    case "deletion":
    case "non_fast_forward":
    case "update":
      return [];
    default:
      return unreachable(rule);
  }
}

function unmetChecks(
  state: State,
  pull: Pull,
  parameters: Extract<Rule, { type: "required_status_checks" }>["parameters"],
): readonly MergeBlocker[] {
  const { base, start } = rangeOf(state, pull);
  const isBehind = parameters.strict_required_status_checks_policy && base !== start;
  const missing = parameters.required_status_checks.flatMap((check): readonly MergeBlocker[] => {
    const verdict = requiredVerdict(state, pull.repositoryId, pull.headSha, check);
    if (verdict === "success") return [];
    return [{ kind: "blocked", message: `Required status check "${check.context}" is ${words[verdict]}.` }];
  });
  const behind: readonly MergeBlocker[] = [
    { kind: "behind", message: "The head branch is not up to date with the base branch." },
  ];
  return isBehind ? [...missing, ...behind] : missing;
}

const words = { missing: "expected", pending: "in progress", failure: "failing" } as const;

function isUnstable(state: State, { repositoryId, headSha }: Pull): boolean {
  const verdicts = [
    ...latestRuns(state, repositoryId, headSha).map(({ run }) => runVerdict(run)),
    ...latestStatuses(state, repositoryId, headSha).map(statusVerdict),
  ];
  return verdicts.some((verdict) => verdict !== "success");
}
