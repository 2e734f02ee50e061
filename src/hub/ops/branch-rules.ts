/** Which rules bind a branch, and whom they do not bind. */
import picomatch from "picomatch";
import type { Repository } from "../state/repositories.ts";
import { effectiveRole, type GivenRole, roleAtLeast } from "../state/roles.ts";
import { type BypassActor, type Rule, type Ruleset, rulesetsOf } from "../state/rulesets.ts";
import type { State } from "../state/state.ts";
import { memberRole } from "../state/users.ts";
import type { Actor } from "./actor.ts";

export interface BranchRule {
  readonly rule: Rule;
  readonly ruleset: Ruleset;
}

/** The rules in force on a branch. @param actor leaves out what does not bind them; undefined for everybody's */
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
  const matches = (pattern: string): boolean => {
    if (pattern === "~ALL") return true;
    if (pattern === "~DEFAULT_BRANCH") return branch === repository.defaultBranch;
    return picomatch.isMatch(`refs/heads/${branch}`, pattern, { dot: true });
  };
  return include.some(matches) && !exclude.some(matches);
}

/** GitHub's numbers of the roles that every repository has. */
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
