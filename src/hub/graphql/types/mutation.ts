/**
 * The root of mutations. Several in one request run in sequence, each in its own transaction: a refused one
 * is an error and a null next to the others' payloads.
 */
import { type Composite, composite } from "../executor/entity.ts";
import { type Field, objectType } from "../executor/object-type.ts";
import { assigneeMutations } from "../mutations/assignees.ts";
import type { MutationResolver, MutationResolvers } from "../mutations/call.ts";
import { checkMutations } from "../mutations/checks.ts";
import { commentMutations } from "../mutations/comments.ts";
import { dependencyMutations } from "../mutations/dependencies.ts";
import { issueMutations } from "../mutations/issues.ts";
import { labelMutations } from "../mutations/labels.ts";
import { lockMutations } from "../mutations/locks.ts";
import { pinMutations } from "../mutations/pins.ts";
import { pullMutations } from "../mutations/pulls.ts";
import { reactionMutations } from "../mutations/reactions.ts";
import { repositoryMutations } from "../mutations/repositories.ts";
import { reviewMutations } from "../mutations/reviews.ts";
import { subIssueMutations } from "../mutations/sub-issues.ts";

const mutations: MutationResolvers = {
  ...issueMutations,
  ...commentMutations,
  ...labelMutations,
  ...lockMutations,
  ...assigneeMutations,
  ...dependencyMutations,
  ...reactionMutations,
  ...subIssueMutations,
  ...pullMutations,
  ...reviewMutations,
  ...repositoryMutations,
  ...pinMutations,
  ...checkMutations,
};

function fieldOf(name: string, run: MutationResolver): Field<undefined> {
  return (_root, args, viewing): Composite => {
    const input = args.input("input");
    const clientMutationId = input.optionalText("clientMutationId") ?? null;
    return composite({ ...run({ name, input, viewing }), clientMutationId });
  };
}

export const mutationType = objectType(
  "Mutation",
  Object.fromEntries(Object.entries(mutations).map(([name, run]) => [name, fieldOf(name, run)])),
);
