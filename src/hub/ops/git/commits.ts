/** Commits on a branch: resolves names, and moves a branch only from its expected commit. */
import type { HubCore } from "../../core.ts";
import type { User } from "../../state/accounts/users.ts";
import { getCommit, type Signature } from "../../state/git/git.ts";
import { refSha } from "../../state/git/refs.ts";
import type { Repository } from "../../state/repositories.ts";
import type { State } from "../../state/state.ts";

export function signatureOf({ clock }: HubCore, user: User): Signature {
  return {
    name: user.name ?? user.login,
    email: user.email ?? `${user.id}+${user.login}@users.noreply.github.com`,
    at: Math.floor(clock.now() / 1000),
  };
}

/** @param ref a branch, a whole ref name, a commit's id, or undefined for the default branch */
export function resolveCommit(
  state: State,
  repository: Repository,
  ref: string | undefined,
): string | undefined {
  const name = ref ?? repository.defaultBranch;
  const found =
    refSha(state, repository.id, name) ??
    refSha(state, repository.id, `refs/heads/${name}`) ??
    refSha(state, repository.id, `refs/tags/${name}`);
  return found ?? (getCommit(state, repository.id, name) === undefined ? undefined : name);
}

/** Whether `ancestor` can be reached from `sha`, so that a move from one to the other loses no commits. */
export function isAncestor(state: State, repositoryId: number, ancestor: string, sha: string): boolean {
  const seen = new Set<string>();
  const open = [sha];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next === ancestor) return true;
    if (seen.has(next)) continue;
    seen.add(next);
    open.push(...(getCommit(state, repositoryId, next)?.parents ?? []));
  }
  return false;
}
