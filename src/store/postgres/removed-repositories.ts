/**
 * Deletes what the index has of repositories that were removed long ago, a few rows in each transaction. No installation
 * has them, so any process may do it, even several at once.
 */
import type { Millis } from "../../base/clock.ts";
import { type NodeId, noInstallation, type RepositoryId } from "../../engine/model/fact.ts";
import type { IssueRecord } from "../../engine/model/snapshot.ts";
import {
  type DeletedRepository,
  deletionEntry,
  linkedElsewhere,
  rereadOf,
} from "../shape/removed-repositories.ts";
import type { Change, Changes } from "./database/changes.ts";
import type { Connection } from "./database/connection.ts";
import { requestRefreshes } from "./pass-commit.ts";
import type { RepositoryCache } from "./repository-cache.ts";
import { type InstallationOf, RepositoryInstallations } from "./repository-installations.ts";
import type { ServedScope } from "./served-scope.ts";
import type { IssueTable } from "./tables/issues/issue-table.ts";
import { addToLedger } from "./tables/ledger-table.ts";
import {
  addMissedRemovals,
  countDeleted,
  deleteAllAbout,
  deleteRemovals,
  deleteSettings,
  deleteSomeRemainders,
  issuesOf,
  lockRemoved,
  removedUntil,
} from "./tables/removed-table.ts";

/** Issues to delete, and the installations of the issues that they are linked to. */
interface DeletionBatch {
  readonly id: RepositoryId;
  readonly records: readonly IssueRecord[];
  readonly installationOf: InstallationOf;
}

export class PostgresRemovedRepositories {
  readonly #connection: Connection;
  readonly #changes: Changes;
  readonly #issues: IssueTable;
  readonly #cache: RepositoryCache;
  readonly #installations: RepositoryInstallations;

  constructor(
    connection: Connection,
    changes: Changes,
    issues: IssueTable,
    cache: RepositoryCache,
    scope: ServedScope,
  ) {
    this.#connection = connection;
    this.#changes = changes;
    this.#issues = issues;
    this.#cache = cache;
    this.#installations = new RepositoryInstallations(connection, cache, scope);
  }

  /** Deletes those that were removed until `before`. Resolves to the repositories whose last row this process deleted. */
  async prune(before: Millis, signal?: AbortSignal): Promise<readonly DeletedRepository[]> {
    const { clock, write } = this.#connection;
    await write((queries) => addMissedRemovals(queries, clock.now()));
    const deleted: DeletedRepository[] = [];
    while (signal?.aborted !== true) {
      const step = await this.#step(before);
      if (step === "nothing") break;
      if (step !== "some") deleted.push(step);
    }
    return deleted;
  }

  async #step(before: Millis): Promise<DeletedRepository | "some" | "nothing"> {
    const id = await removedUntil(this.#connection, before);
    if (id === undefined) return "nothing";
    const records = await issuesOf(this.#connection, id);
    const elsewhere = linkedElsewhere(records).map(({ repositoryId }) => repositoryId);
    const installationOf = await this.#installations.of(elsewhere);
    const locked = [noInstallation, ...elsewhere.map(installationOf)];
    return this.#changes.make(locked, async (change) => {
      const removed = await lockRemoved(change.queries, id, before);
      // It was just saved again, or another process has just deleted the last of it.
      if (removed === undefined) return "some";
      return this.#delete(change, removed, { id, records, installationOf });
    });
  }

  async #delete(
    change: Change,
    removed: DeletedRepository,
    { id, records, installationOf }: DeletionBatch,
  ): Promise<DeletedRepository | "some"> {
    const { queries } = change;
    // With the first issues, so that a repository that is served again is read as a new one.
    deleteSettings(queries, id);
    if (records.length > 0) await this.#deleteIssues(change, { id, records, installationOf });
    if (records.length > 0 || (await deleteSomeRemainders(queries, id))) return "some";
    await deleteRemovals(queries, [id]);
    addToLedger(change, [deletionEntry(removed, this.#connection.clock.now())], () => noInstallation);
    return removed;
  }

  async #deleteIssues(change: Change, { id, records, installationOf }: DeletionBatch): Promise<void> {
    const { queries } = change;
    const linked = linkedElsewhere(records).filter(
      ({ repositoryId }) => installationOf(repositoryId) !== noInstallation,
    );
    const ids: readonly NodeId[] = records.map(({ seen }) => seen.id);
    deleteAllAbout(queries, ids);
    await countDeleted(queries, id, await this.#issues.removeUnserved(queries, ids));
    await requestRefreshes(
      change,
      rereadOf(linked, this.#connection.clock.now()),
      { cache: this.#cache, installationOf },
      { page: undefined, served: [] },
    );
  }
}
