/**
 * What the ports answer without asking the database: small, and by repository. Loaded when the store opens; a change
 * reaches it once it is durable.
 */

import type { Millis } from "../../base/clock.ts";
import { integer, text } from "../../base/row.ts";
import type { StoredLabels, StoredSettings } from "../../dispatcher/ports/settings.ts";
import type { InstallationId, RepositoryId, RepositorySeen } from "../../engine/model/fact.ts";
import type { Traces } from "../../engine/model/leading.ts";
import { KnownRepositories, repositoryIn } from "../shape/known-repositories.ts";
import { settingsIn } from "../shape/settings-row.ts";
import type { Queries } from "./database/connection.ts";
import { statement } from "./database/statement.ts";
import { allTraces } from "./tables/issues/trace-reader.ts";
import { noInstallation } from "./tables/numbers.ts";
import { type Waiting, waitingIn } from "./tables/refresh-table.ts";

const repositories = statement("SELECT * FROM repository ORDER BY seen");
const settings = statement("SELECT * FROM settings");
const labels = statement("SELECT * FROM label");
const cursors = statement("SELECT * FROM cursor");

const noTraces: Traces = { ownSince: undefined, foreign: [] };

export class Shelf {
  #repositories = new KnownRepositories([]);
  readonly #settings = new Map<RepositoryId, StoredSettings>();
  readonly #labels = new Map<RepositoryId, StoredLabels>();
  readonly #cursors = new Map<RepositoryId, Millis>();
  readonly #traces = new Map<RepositoryId, Traces>();
  readonly #waiting = new Map<RepositoryId, Waiting>();

  static async load(queries: Queries): Promise<Shelf> {
    const shelf = new Shelf();
    shelf.#repositories = new KnownRepositories((await queries.all(repositories)).map(repositoryIn));
    for (const row of await queries.all(settings))
      shelf.#settings.set(text(row, "repository_id"), settingsIn(row));
    for (const row of await queries.all(labels)) {
      const id = text(row, "repository_id");
      const label = { id: text(row, "id"), name: text(row, "name") };
      shelf.#labels.set(id, { ...shelf.#labels.get(id), [text(row, "shipped")]: label });
    }
    for (const row of await queries.all(cursors))
      shelf.#cursors.set(text(row, "repository_id"), integer(row, "at"));
    for (const [id, traces] of await allTraces(queries)) shelf.#traces.set(id, traces);
    for (const [id, waiting] of await waitingIn(queries, undefined)) shelf.#waiting.set(id, waiting);
    return shelf;
  }

  get repositories(): KnownRepositories {
    return this.#repositories;
  }

  /** `noInstallation` for a repository that is not served. */
  readonly installationOf = (id: RepositoryId | undefined): InstallationId => {
    if (id === undefined) return noInstallation;
    return this.#repositories.byId.get(id)?.installationId ?? noInstallation;
  };

  settings(id: RepositoryId): StoredSettings | undefined {
    return this.#settings.get(id);
  }

  labels(id: RepositoryId): StoredLabels {
    return this.#labels.get(id) ?? {};
  }

  cursor(id: RepositoryId): Millis | undefined {
    return this.#cursors.get(id);
  }

  traces(id: RepositoryId): Traces {
    return this.#traces.get(id) ?? noTraces;
  }

  isBehind(id: RepositoryId, now: Millis): boolean {
    const waiting = this.#waiting.get(id);
    return waiting !== undefined && (waiting.hasPage || waiting.dueAt <= now);
  }

  /** @param changed in the order in which they were seen */
  putRepositories(changed: readonly RepositorySeen[], gone: readonly RepositoryId[]): void {
    const isChanged = new Set([...changed.map(({ id }) => id), ...gone]);
    const others = [...this.#repositories.byId.values()].filter(({ id }) => !isChanged.has(id));
    const kept = changed.filter(({ id }) => !gone.includes(id));
    this.#repositories = new KnownRepositories([...others, ...kept]);
  }

  putSettings(id: RepositoryId, kept: StoredSettings): void {
    this.#settings.set(id, kept);
  }

  putLabels(id: RepositoryId, found: StoredLabels): void {
    this.#labels.set(id, found);
  }

  putCursor(id: RepositoryId, at: Millis): void {
    this.#cursors.set(id, at);
  }

  putTraces(traces: ReadonlyMap<RepositoryId, Traces>): void {
    for (const [id, each] of traces) this.#traces.set(id, each);
  }

  /** @param asked the repositories that were asked about: those missing in `waiting` have nothing that waits */
  putWaiting(asked: Iterable<RepositoryId>, waiting: ReadonlyMap<RepositoryId, Waiting>): void {
    for (const id of asked) {
      const each = waiting.get(id);
      if (each === undefined) this.#waiting.delete(id);
      else this.#waiting.set(id, each);
    }
  }
}
