/** Checks whether the rules of a branch allow a direct push, without a pull request. */

import { unreachable } from "../../../base/errors.ts";
import { refSha } from "../../state/git/refs.ts";
import type { Repository } from "../../state/repositories.ts";
import type { Rule } from "../../state/rulesets.ts";
import type { State } from "../../state/state.ts";
import type { Actor } from "../access/actor.ts";
import { isAncestor } from "../git/commits.ts";
import type { RefMove } from "../git/push.ts";
import { requiredVerdict } from "../pulls/verdicts.ts";
import { rulesOn } from "./branch-rules.ts";

const branches = "refs/heads/";

/** @returns GitHub's message, or undefined if nothing forbids the move */
export function protectionProblem(
  state: State,
  actor: Actor,
  repository: Repository,
  move: RefMove,
): string | undefined {
  if (!move.name.startsWith(branches)) return undefined;
  const before = refSha(state, repository.id, move.name);
  const rules = rulesOn(state, repository, move.name.slice(branches.length), actor);
  for (const { rule } of rules) {
    const problem = violation(state, repository, { rule, before, after: move.after });
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function violation(
  state: State,
  repository: Repository,
  {
    rule,
    before,
    after,
  }: { readonly rule: Rule; readonly before: string | undefined; readonly after: string | undefined },
): string | undefined {
  switch (rule.type) {
    case "deletion":
      return after === undefined ? "Cannot delete this branch" : undefined;
    case "update":
      return before !== undefined ? "Cannot update this protected ref." : undefined;
    case "non_fast_forward": {
      if (before === undefined || after === undefined) return undefined;
      return isAncestor(state, repository.id, before, after) ? undefined : "Cannot force-push to this branch";
    }
    case "pull_request":
      return after === undefined ? undefined : "Changes must be made through a pull request.";
    case "merge_queue":
      return after === undefined ? undefined : "Changes must be made through the merge queue";
    case "required_status_checks": {
      if (before === undefined || after === undefined) return undefined;
      const { required_status_checks: checks } = rule.parameters;
      const missing = checks.find(
        (check) => requiredVerdict(state, repository.id, after, check) !== "success",
      );
      return missing && `Required status check "${missing.context}" is expected.`;
    }
    default:
      return unreachable(rule);
  }
}
