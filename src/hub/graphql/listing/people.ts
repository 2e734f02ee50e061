/** The people of a repository: its owner, its organisation's members, and everyone who was given a role. */
import { isAssignable } from "../../ops/issues/assignees.ts";
import { ownerOf } from "../../present/repository.ts";
import { collaboratorIds } from "../../state/accounts/roles.ts";
import { membersOf, type User, userById } from "../../state/accounts/users.ts";
import type { Repository } from "../../state/repositories.ts";
import type { State } from "../../state/state.ts";

/** Everyone with a role, by id. */
export function peopleOf(state: State, repository: Repository): readonly User[] {
  const given = collaboratorIds(state, repository).flatMap((id) => userById(state, id) ?? []);
  const people = [ownerOf(state, repository), ...membersOf(state, repository.ownerId), ...given];
  const distinct = new Map(people.filter((user) => user.type === "User").map((user) => [user.id, user]));
  return [...distinct.values()].sort((one, other) => one.id - other.id);
}

export function assignablePeople(state: State, repository: Repository): readonly User[] {
  return peopleOf(state, repository).filter((user) => isAssignable(state, repository, user));
}

/** Users whose login or name contains the text. */
export function searchPeople(people: readonly User[], query: string | undefined): readonly User[] {
  const wanted = query?.trim().toLowerCase() ?? "";
  return people.filter((user) => `${user.login}\n${user.name ?? ""}`.toLowerCase().includes(wanted));
}
