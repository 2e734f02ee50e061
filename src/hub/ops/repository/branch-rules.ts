/** Finds the rules that apply to a branch, and who can bypass them. */
import { globOf, pathOf } from "../../../base/glob/glob.ts";
import { effectiveRole, type GivenRole, roleAtLeast } from "../../state/accounts/roles.ts";
import { memberRole } from "../../state/accounts/users.ts";
import type { Repository } from "../../state/repositories.ts";
import { type BypassActor, type Rule, type Ruleset, rulesetsOf } from "../../state/rulesets.ts";
import type { State } from "../../state/state.ts";
import type { Actor } from "../access/actor.ts";

const maxWork = 1_000_000;

export interface BranchRule {
  readonly rule: Rule;
  readonly ruleset: Ruleset;
}

/**
 * The active rules on a branch. @param actor omits the rules that the actor can bypass; undefined for all
 * rules
 */
export function rulesOn(
  state: State,
  repository: Repository,
  branch: string,
  actor?: Actor,
): readonly BranchRule[] {
  return rulesetsOf(state, repository.id)
    .filter((ruleset) => ruleset.enforcement === "active" && covers(ruleset, repository, branch))
    .filter(
      (ruleset) => actor === undefined || !ruleset.bypass.some((one) => isHim(state, repository, actor, one)),
    )
    .flatMap((ruleset) => ruleset.rules.map((rule) => ({ rule, ruleset })));
}

function covers({ include, exclude }: Ruleset, repository: Repository, branch: string): boolean {
  /** A rule whose pattern takes too long to match applies. */
  const matches = (pattern: string, whenUnknown: boolean): boolean => {
    if (pattern === "~ALL") return true;
    if (pattern === "~DEFAULT_BRANCH") return branch === repository.defaultBranch;
    const work = { left: maxWork };
    const match = globOf(pattern, { hasBraces: true }).match(pathOf(`refs/heads/${branch}`, work), work);
    return match === "yes" || (match === "unknown" && whenUnknown);
  };
  return (
    include.some((pattern) => matches(pattern, true)) && !exclude.some((pattern) => matches(pattern, false))
  );
}

/** GitHub's ids of the roles that every repository has. */
const roleIds: Readonly<Record<number, GivenRole>> = { 2: "maintain", 4: "write", 5: "admin" };

function isHim(state: State, repository: Repository, actor: Actor, bypass: BypassActor): boolean {
  if (bypass.actor_type === "Integration")
    return actor.kind === "installation" && actor.app.id === bypass.actor_id;
  if (actor.kind !== "user") return false;
  if (bypass.actor_type === "OrganizationAdmin")
    return memberRole(state, repository.ownerId, actor.user.id) === "admin";
  const role = roleIds[bypass.actor_id ?? 0];
  return role !== undefined && roleAtLeast(effectiveRole(state, repository, actor.user.id), role);
}
