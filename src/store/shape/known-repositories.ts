/** The repositories served, by id and by name. */
import { flag, integer, type Row, text } from "../../base/row.ts";
import type { RepositoryId, RepositorySeen } from "../../engine/model/fact.ts";

export class KnownRepositories {
  readonly byId: ReadonlyMap<RepositoryId, RepositorySeen>;
  readonly #byName: ReadonlyMap<string, RepositorySeen>;

  /** @param all in the order in which they were last seen: if two have one name, it means the last */
  constructor(all: readonly RepositorySeen[]) {
    this.byId = new Map(all.map((seen) => [seen.id, seen]));
    this.#byName = new Map(all.map((seen) => [nameKey(seen.owner, seen.name), seen]));
  }

  named(owner: string, name: string): RepositorySeen | undefined {
    return this.#byName.get(nameKey(owner, name));
  }
}

function nameKey(owner: string, name: string): string {
  return `${owner}/${name}`.toLowerCase();
}

export function isSameRepository(a: RepositorySeen, b: RepositorySeen): boolean {
  const sameName = a.owner === b.owner && a.name === b.name;
  return (
    sameName &&
    a.installationId === b.installationId &&
    a.isPrivate === b.isPrivate &&
    a.isArchived === b.isArchived &&
    (a.lacksPermission ?? false) === (b.lacksPermission ?? false) &&
    (a.lacksContents ?? false) === (b.lacksContents ?? false) &&
    (a.lacksWorkflows ?? false) === (b.lacksWorkflows ?? false)
  );
}

export function repositoryIn(row: Row): RepositorySeen {
  return {
    id: text(row, "id"),
    owner: text(row, "owner"),
    name: text(row, "name"),
    installationId: integer(row, "installation_id"),
    isPrivate: flag(row, "is_private"),
    isArchived: flag(row, "is_archived"),
    ...(flag(row, "lacks_permission") ? { lacksPermission: true } : {}),
    ...(flag(row, "lacks_contents") ? { lacksContents: true } : {}),
    ...(flag(row, "lacks_workflows") ? { lacksWorkflows: true } : {}),
  };
}
