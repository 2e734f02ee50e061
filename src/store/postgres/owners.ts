/**
 * Which installation has a repository. A shelf that is not alone knows for certain only what its share serves: the others
 * are asked for in the database.
 */
import type { InstallationId, RepositoryId, RepositorySeen } from "../../engine/model/fact.ts";
import type { Queries } from "./database/connection.ts";
import type { Share } from "./share.ts";
import type { Shelf } from "./shelf.ts";
import { noInstallation } from "./tables/numbers.ts";
import { ownersOf } from "./tables/owners.ts";

/** `noInstallation` for a repository that is not served. */
export type InstallationOf = (id: RepositoryId | undefined) => InstallationId;

export class Owners {
  readonly #queries: Queries;
  readonly #shelf: Pick<Shelf, "installationOf" | "repositories">;
  readonly #share: Share;

  constructor(queries: Queries, shelf: Pick<Shelf, "installationOf" | "repositories">, share: Share) {
    this.#queries = queries;
    this.#shelf = shelf;
    this.#share = share;
  }

  /** Answers for these repositories. */
  async of(repositories: Iterable<RepositoryId | undefined>): Promise<InstallationOf> {
    if (this.#share.type === "everything") return this.#shelf.installationOf;
    const asked = [...new Set(repositories)].filter((id) => id !== undefined && !this.#isOurs(id));
    const found = await ownersOf(
      this.#queries,
      asked.flatMap((id) => id ?? []),
    );
    return (id) => {
      if (id === undefined) return noInstallation;
      return this.#isOurs(id) ? this.#shelf.installationOf(id) : (found.get(id) ?? noInstallation);
    };
  }

  #isOurs(id: RepositoryId): boolean {
    return this.#share.type === "installation" && this.#shelf.repositories.byId.has(id);
  }
}

/** The same, with repositories that are seen only now. */
export function installationsWith(owners: InstallationOf, seen: readonly RepositorySeen[]): InstallationOf {
  const now = new Map(seen.map(({ id, installationId }) => [id, installationId]));
  return (id) => (id === undefined ? undefined : now.get(id)) ?? owners(id);
}
