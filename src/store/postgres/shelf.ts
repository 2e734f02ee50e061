/**
 * What the ports answer without asking the database: small, and by repository. Loaded when the store opens; a change
 * reaches it once it is durable.
 */

import type { Clock, Millis } from "../../base/clock.ts";
import { text } from "../../base/row.ts";
import type { StoredLabels, StoredSettings } from "../../dispatcher/ports/settings.ts";
import type { InstallationId, RepositoryId, RepositorySeen } from "../../engine/model/fact.ts";
import type { Traces } from "../../engine/model/leading.ts";
import { KnownRepositories, repositoryIn } from "../shape/known-repositories.ts";
import type { Connection, Queries } from "./database/connection.ts";
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

/** The owners change what a web process has on its shelf. It decides nothing by it. */
const renewedEveryMs = 2_000;

export class Shelf {
  readonly #share: Share;
  #renewal: { readonly clock: Clock; readonly load: () => Promise<Shelf> } | undefined;
  #loadedAt: Millis = 0;
  #isLoading = false;
  #repositories = new KnownRepositories([]);
  #settings = new Map<RepositoryId, StoredSettings>();
  #labels = new Map<RepositoryId, StoredLabels>();
  #cursors = new Map<RepositoryId, Millis>();
  #traces = new Map<RepositoryId, Traces>();
  #waiting = new Map<RepositoryId, Waiting>();

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
    shelf.putParts(await partsOf(queries, isOne ? rows.map((row) => text(row, "id")) : undefined));
    return shelf;
  }

  /**
   * As `load`, for a process whose shelf others change: what it has is read again once it is old and asked for. The
   * question that finds it old is still answered by it.
   */
  static async loadRenewed(connection: Connection, share: Share): Promise<Shelf> {
    const load = () => Shelf.load(connection, share);
    const shelf = await load();
    shelf.#renewal = { clock: connection.clock, load };
    shelf.#loadedAt = connection.clock.now();
    return shelf;
  }

  #renewIfOld(): void {
    if (this.#renewal === undefined || this.#isLoading) return;
    const { clock, load } = this.#renewal;
    const now = clock.now();
    if (Math.abs(now - this.#loadedAt) < renewedEveryMs) return;
    this.#isLoading = true;
    this.#loadedAt = now;
    // What cannot be read now is read when it is next asked for.
    load()
      .then(
        (fresh) => this.#replaceBy(fresh),
        () => {},
      )
      .finally(() => {
        this.#isLoading = false;
      });
  }

  #replaceBy(fresh: Shelf): void {
    this.#repositories = fresh.#repositories;
    this.#settings = fresh.#settings;
    this.#labels = fresh.#labels;
    this.#cursors = fresh.#cursors;
    this.#traces = fresh.#traces;
    this.#waiting = fresh.#waiting;
  }

  putParts(parts: ShelfParts): void {
    for (const [id, each] of parts.settings) this.#settings.set(id, each);
    for (const [id, each] of parts.labels) this.#labels.set(id, each);
    for (const [id, each] of parts.cursors) this.#cursors.set(id, each);
    for (const [id, each] of parts.traces) this.#traces.set(id, each);
    for (const [id, each] of parts.waiting) this.#waiting.set(id, each);
  }

  get repositories(): KnownRepositories {
    this.#renewIfOld();
    return this.#repositories;
  }

  /** `noInstallation` for a repository that is not served. */
  readonly installationOf = (id: RepositoryId | undefined): InstallationId => {
    if (id === undefined) return noInstallation;
    return this.#repositories.byId.get(id)?.installationId ?? noInstallation;
  };

  settings(id: RepositoryId): StoredSettings | undefined {
    this.#renewIfOld();
    return this.#settings.get(id);
  }

  labels(id: RepositoryId): StoredLabels {
    this.#renewIfOld();
    return this.#labels.get(id) ?? {};
  }

  cursor(id: RepositoryId): Millis | undefined {
    this.#renewIfOld();
    return this.#cursors.get(id);
  }

  traces(id: RepositoryId): Traces {
    this.#renewIfOld();
    return this.#traces.get(id) ?? noTraces;
  }

  isBehind(id: RepositoryId, now: Millis): boolean {
    this.#renewIfOld();
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
