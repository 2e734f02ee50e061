/**
 * Which installation has a repository. If several processes write the database, the cache is certain only about the
 * repositories that this process serves; the others are looked up in the database.
 */
import type { InstallationId, RepositoryId, RepositorySeen } from "../../engine/model/fact.ts";
import type { Queries } from "./database/connection.ts";
import type { RepositoryCache } from "./repository-cache.ts";
import type { Share } from "./share.ts";
import { noInstallation } from "./tables/numbers.ts";
import { ownersOf } from "./tables/owners.ts";

/** `noInstallation` for a repository that is not served. */
export type InstallationOf = (id: RepositoryId | undefined) => InstallationId;

export class Owners {
  readonly #queries: Queries;
  readonly #cache: Pick<RepositoryCache, "installationOf" | "repositories">;
  readonly #share: Share;

  constructor(
    queries: Queries,
    cache: Pick<RepositoryCache, "installationOf" | "repositories">,
    share: Share,
  ) {
    this.#queries = queries;
    this.#cache = cache;
    this.#share = share;
  }

  /** The result knows these repositories only. */
  async of(repositories: Iterable<RepositoryId | undefined>): Promise<InstallationOf> {
    if (this.#share.type === "everything") return this.#cache.installationOf;
    const asked = [...new Set(repositories)].filter((id) => id !== undefined && !this.#isOurs(id));
    const found = await ownersOf(
      this.#queries,
      asked.flatMap((id) => id ?? []),
    );
    return (id) => {
      if (id === undefined) return noInstallation;
      return this.#isOurs(id) ? this.#cache.installationOf(id) : (found.get(id) ?? noInstallation);
    };
  }

  #isOurs(id: RepositoryId): boolean {
    return this.#share.type === "installation" && this.#cache.repositories.byId.has(id);
  }
}

/** As `owners`, with repositories that were just read from GitHub. */
export function installationsWith(owners: InstallationOf, seen: readonly RepositorySeen[]): InstallationOf {
  const now = new Map(seen.map(({ id, installationId }) => [id, installationId]));
  return (id) => (id === undefined ? undefined : now.get(id)) ?? owners(id);
}
