/** Mutations of "blocked by" edges: the first issue is blocked by the second. */
import { addDependency, type Dependency, removeDependency } from "../../ops/issues/dependencies.ts";
import { entity } from "../executor/entity.ts";
import { idOf, type MutationResolver, type MutationResolvers, outcome } from "./call.ts";

export const dependencyMutations: MutationResolvers = {
  addBlockedBy: onDependency(addDependency),
  removeBlockedBy: onDependency(removeDependency),
};

function onDependency(change: typeof addDependency): MutationResolver {
  return (call) => {
    const ends = { blockedId: idOf(call, "issueId", "I"), blockingId: idOf(call, "blockingIssueId", "I") };
    const { blocked, blocking }: Dependency = outcome(
      call,
      change(call.viewing.core, call.viewing.actor, ends),
    );
    return { issue: entity("Issue", blocked), blockingIssue: entity("Issue", blocking) };
  };
}
