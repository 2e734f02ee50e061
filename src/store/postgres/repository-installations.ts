/**
 * Which installation each repository belongs to. With several processes, the cache is reliable only for repositories that
 * this process serves; the others are looked up in the database.
 */
import {
  type InstallationId,
  noInstallation,
  type RepositoryId,
  type RepositorySeen,
} from "../../engine/model/fact.ts";
import type { Queries } from "./database/connection.ts";
import type { RepositoryCache } from "./repository-cache.ts";
import type { ServedScope } from "./served-scope.ts";
import { installationsOfRepositories } from "./tables/installations-of-repositories.ts";

/** `noInstallation` for a repository that is not served. */
export type InstallationOf = (id: RepositoryId | undefined) => InstallationId;

export class RepositoryInstallations {
  readonly #queries: Queries;
  readonly #cache: Pick<RepositoryCache, "installationOf" | "repositories">;
  readonly #scope: ServedScope;

  constructor(
    queries: Queries,
    cache: Pick<RepositoryCache, "installationOf" | "repositories">,
    scope: ServedScope,
  ) {
    this.#queries = queries;
    this.#cache = cache;
    this.#scope = scope;
  }

  /** The result covers only these repositories. */
  async of(repositories: Iterable<RepositoryId | undefined>): Promise<InstallationOf> {
    if (this.#scope.type === "everything") return this.#cache.installationOf;
    const asked = [...new Set(repositories)].filter((id) => id !== undefined && !this.#isOurs(id));
    const found = await installationsOfRepositories(
      this.#queries,
      asked.flatMap((id) => id ?? []),
    );
    return (id) => {
      if (id === undefined) return noInstallation;
      return this.#isOurs(id) ? this.#cache.installationOf(id) : (found.get(id) ?? noInstallation);
    };
  }

  #isOurs(id: RepositoryId): boolean {
    return this.#scope.type === "installation" && this.#cache.repositories.byId.has(id);
  }
}

/** As `before`, with repositories that were just read from GitHub. */
export function installationsWith(before: InstallationOf, seen: readonly RepositorySeen[]): InstallationOf {
  const now = new Map(seen.map(({ id, installationId }) => [id, installationId]));
  return (id) => (id === undefined ? undefined : now.get(id)) ?? before(id);
}
