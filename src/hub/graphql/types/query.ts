/**
 * The root of queries: `repository`, `viewer`, `user`, `organization`, `search`, `node`, `nodes`,
 * `rateLimit`.
 */
import { toIsoSeconds } from "../../../base/clock.ts";
import type { RateStatus } from "../../http/rate.ts";
import { canSee } from "../../ops/access/access.ts";
import { findRepository } from "../../ops/search/find.ts";
import { type UserType, userByLogin } from "../../state/accounts/users.ts";
import { repositoryByFormerName } from "../../state/repositories.ts";
import type { Cost } from "../executor/cost.ts";
import { account, type Composite, composite, entity } from "../executor/entity.ts";
import { FieldFailure, notFoundFailure } from "../executor/failure.ts";
import { objectType, type ResolverContext } from "../executor/object-type.ts";
import { nodeFor } from "../issue-lookup.ts";
import { search } from "../listing/search.ts";

export const queryType = objectType("Query", {
  viewer: (_root, _args, { actor }) => entity("User", actor.user),
  repository: (_root, args, { core, actor }) => {
    const owner = args.text("owner");
    const name = args.text("name");
    const follows = !args.isFalse("followRenames");
    const found = findRepository(core, actor, owner, name);
    if (found.kind === "ok") return entity("Repository", found.value);
    const renamed = follows ? repositoryByFormerName(core.state, owner, name) : undefined;
    if (renamed !== undefined && canSee(core.state, actor, renamed)) return entity("Repository", renamed);
    throw notFoundFailure(`Could not resolve to a Repository with the name '${owner}/${name}'.`);
  },
  user: (_root, args, viewing) => accountNamed(viewing, args.text("login"), ["User"], "a User"),
  organization: (_root, args, viewing) =>
    accountNamed(viewing, args.text("login"), ["Organization"], "an Organization"),
  repositoryOwner: (_root, args, { core }) => {
    const owner = userByLogin(core.state, args.text("login"));
    return owner === undefined || owner.type === "Bot" ? null : account(owner);
  },
  node: (_root, args, viewing) => nodeFor(viewing, args.text("id")),
  nodes: (_root, args, viewing) => args.strings("ids").map((id) => nodeOrFailure(viewing, id)),
  search: (_root, args, viewing) => search(args, viewing),
  relay: () => entity("Query", undefined),
  rateLimit: (_root, _args, { budget, cost }) => budget && budgetAfter(budget, cost),
});

/** @param budget with one point of this query already counted */
function budgetAfter({ limit, used, remaining, reset }: RateStatus, cost: Cost): Composite {
  const further = cost.cost - 1;
  return composite({
    ...cost,
    limit,
    used: used + further,
    remaining: Math.max(0, remaining - further),
    resetAt: toIsoSeconds(reset * 1000),
  });
}

/** A missing node is null and has its own error; the others are returned. */
function nodeOrFailure(viewing: ResolverContext, id: string): unknown {
  try {
    return nodeFor(viewing, id);
  } catch (thrown) {
    if (thrown instanceof FieldFailure) return thrown;
    throw thrown;
  }
}

function accountNamed({ core }: ResolverContext, login: string, types: readonly UserType[], what: string) {
  const user = userByLogin(core.state, login);
  if (user !== undefined && types.includes(user.type)) return account(user);
  throw notFoundFailure(`Could not resolve to ${what} with the login of '${login}'.`);
}
