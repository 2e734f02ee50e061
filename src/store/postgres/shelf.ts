/**
 * What the ports answer without asking the database: small, and by repository. Loaded when the store opens; a change
 * reaches it once it is durable.
 */

import type { Millis } from "../../base/clock.ts";
import { text } from "../../base/row.ts";
import type { StoredLabels, StoredSettings } from "../../dispatcher/ports/settings.ts";
import type { InstallationId, RepositoryId, RepositorySeen } from "../../engine/model/fact.ts";
import type { Traces } from "../../engine/model/leading.ts";
import { KnownRepositories, repositoryIn } from "../shape/known-repositories.ts";
import type { Queries } from "./database/connection.ts";
import { statement } from "./database/statement.ts";
import type { Share } from "./share.ts";
import { partsOf, type ShelfParts } from "./shelf-parts.ts";
import { noInstallation } from "./tables/numbers.ts";
import type { Waiting } from "./tables/refresh-table.ts";

const allRepositories = statement("SELECT * FROM repository ORDER BY seen");
const ownRepositories = statement(
  "SELECT * FROM repository WHERE installation_id = :installation ORDER BY seen",
);

const noTraces: Traces = { ownSince: undefined, foreign: [] };

export class Shelf {
  readonly #share: Share;
  #repositories = new KnownRepositories([]);
  readonly #settings = new Map<RepositoryId, StoredSettings>();
  readonly #labels = new Map<RepositoryId, StoredLabels>();
  readonly #cursors = new Map<RepositoryId, Millis>();
  readonly #traces = new Map<RepositoryId, Traces>();
  readonly #waiting = new Map<RepositoryId, Waiting>();

  private constructor(share: Share) {
    this.#share = share;
  }

  /** Has what `share` serves; a web process, which serves nothing, reads all. */
  static async load(queries: Queries, share: Share): Promise<Shelf> {
    const shelf = new Shelf(share);
    const isOne = share.type === "installation";
    const rows = isOne
      ? await queries.all(ownRepositories, { installation: share.id })
      : await queries.all(allRepositories);
    shelf.#repositories = new KnownRepositories(rows.map(repositoryIn));
    shelf.#put(await partsOf(queries, isOne ? rows.map((row) => text(row, "id")) : undefined));
    return shelf;
  }

  #put(parts: ShelfParts): void {
    for (const [id, each] of parts.settings) this.#settings.set(id, each);
    for (const [id, each] of parts.labels) this.#labels.set(id, each);
    for (const [id, each] of parts.cursors) this.#cursors.set(id, each);
    for (const [id, each] of parts.traces) this.#traces.set(id, each);
    for (const [id, each] of parts.waiting) this.#waiting.set(id, each);
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
    const kept = changed.filter((each) => !gone.includes(each.id) && this.#has(each));
    this.#repositories = new KnownRepositories([...others, ...kept]);
  }

  #has({ installationId }: RepositorySeen): boolean {
    return this.#share.type !== "installation" || installationId === this.#share.id;
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
