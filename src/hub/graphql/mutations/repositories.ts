/** Mutations of repositories: create one. */
import { createRepository } from "../../ops/repository/create-repository.ts";
import { databaseId } from "../../ops/search/find.ts";
import { userById } from "../../state/accounts/users.ts";
import { entity } from "../executor/entity.ts";
import { noNode, notImplemented } from "../executor/failure.ts";
import { type Call, type MutationResolvers, outcome } from "./call.ts";

export const repositoryMutations: MutationResolvers = {
  createRepository: (call) => {
    const { input, viewing } = call;
    const visibility = input.text("visibility");
    if (visibility === "INTERNAL") throw notImplemented("CreateRepositoryInput.visibility: INTERNAL");
    // `gh` requests a wiki with every repository; `hasWikiEnabled` then returns that there is none.
    input.flag("hasWikiEnabled");
    const made = createRepository(viewing.core, viewing.actor, {
      owner: ownerIn(call),
      name: input.text("name"),
      description: input.optionalText("description"),
      private: visibility === "PRIVATE",
      hasIssues: input.has("hasIssuesEnabled") ? input.flag("hasIssuesEnabled") : undefined,
    });
    return { repository: entity("Repository", outcome(call, made)) };
  },
};

/** The viewer if none is given. */
function ownerIn({ input, viewing }: Call) {
  const nodeId = input.optionalText("ownerId");
  if (nodeId === undefined) return viewing.actor.user;
  const id = databaseId(nodeId, "O") ?? databaseId(nodeId, "U");
  const owner = id === undefined ? undefined : userById(viewing.core.state, id);
  if (owner === undefined) throw noNode(nodeId);
  return owner;
}
