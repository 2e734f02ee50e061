/**
 * Creates a repository for the user or in one of their organisations; its creator becomes its administrator.
 */
import type { HubCore } from "../../core.ts";
import { saveCollaborator } from "../../state/accounts/roles.ts";
import { memberRole, type User } from "../../state/accounts/users.ts";
import { insertLabel } from "../../state/issues/labels.ts";
import {
  dropFormerName,
  insertRepository,
  type Repository,
  repositoryById,
  repositoryByName,
  saveRepository,
} from "../../state/repositories.ts";
import { emit } from "../../webhooks/emit.ts";
import { refuse } from "../access/access.ts";
import type { Actor } from "../access/actor.ts";
import { writeInitialFiles } from "../git/initial-files.ts";
import { forbidden, invalid, notFound, type OpResult, ok } from "../result.ts";
import { nowOf, write } from "../write.ts";

export interface CreateRepositoryInput {
  readonly owner: User;
  readonly name: string;
  readonly description?: string | null | undefined;
  readonly private: boolean;
  readonly hasIssues?: boolean | undefined;
  /** Whether to create a first commit with a README. */
  readonly autoInit?: boolean | undefined;
}

export const repositoryName = /^(?!\.{1,2}$)[\w.-]{1,100}$/;

export function createRepository(
  core: HubCore,
  actor: Actor,
  input: CreateRepositoryInput,
): OpResult<Repository> {
  return write(core, () => {
    if (actor.kind !== "user") return refuse(actor);
    const { state } = core;
    const { owner, name } = input;
    const isMember = owner.id === actor.user.id || memberRole(state, owner.id, actor.user.id) !== undefined;
    if (!isMember)
      return forbidden("You need admin access to the organization before adding a repository to it.");
    if (!repositoryName.test(name))
      return invalid({ resource: "Repository", field: "name", code: "invalid" });
    if (repositoryByName(state, owner.login, name) !== undefined)
      return invalid({
        resource: "Repository",
        field: "name",
        code: "custom",
        message: "name already exists on this account",
      });
    const id = lay(core, actor.user, input);
    const made = repositoryById(state, id);
    if (made === undefined) return notFound;
    emit(core, { event: "repository", action: "created", payload: {}, repository: made, sender: actor.user });
    return ok(made);
  });
}

function lay(core: HubCore, creator: User, input: CreateRepositoryInput): number {
  const { state } = core;
  const { owner, name, description = null } = input;
  dropFormerName(state, owner.id, name);
  const record = { ownerId: owner.id, name, description, private: input.private, defaultBranch: "main" };
  const id = insertRepository(state, record, nowOf(core));
  if (owner.id !== creator.id) saveCollaborator(state, id, creator.id, "admin");
  addOrdinaryLabels(core, id);
  const made = repositoryById(state, id);
  if (made !== undefined && input.hasIssues === false) saveRepository(state, { ...made, hasIssues: false });
  const readme = { "README.md": `# ${name}${description ? `\n\n${description}` : ""}\n` };
  if (input.autoInit)
    writeInitialFiles(core, { repositoryId: id, authorId: creator.id, actorId: creator.id, files: readme });
  return id;
}

/** Gives a new repository GitHub's default labels. */
export function addOrdinaryLabels(core: HubCore, repositoryId: number): void {
  for (const [name, color, description] of ordinaryLabels)
    insertLabel(core.state, { repositoryId, name, color, description }, nowOf(core));
  core.state.run("UPDATE labels SET is_default = 1 WHERE repository_id = ?", repositoryId);
}

const ordinaryLabels = [
  ["bug", "d73a4a", "Something isn't working"],
  ["documentation", "0075ca", "Improvements or additions to documentation"],
  ["duplicate", "cfd3d7", "This issue or pull request already exists"],
  ["enhancement", "a2eeef", "New feature or request"],
  ["good first issue", "7057ff", "Good for newcomers"],
  ["help wanted", "008672", "Extra attention is needed"],
  ["invalid", "e4e669", "This doesn't seem right"],
  ["question", "d876e3", "Further information is requested"],
  ["wontfix", "ffffff", "This will not be worked on"],
] as const;
