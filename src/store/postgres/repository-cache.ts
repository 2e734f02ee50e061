/**
 * In-memory copy of the small tables that are kept by repository, so that ports answer without a query. Loaded when the
 * store opens; a change enters it only after its commit.
 */
import type { Clock, Millis } from "../../base/clock.ts";
import { text } from "../../base/row.ts";
import type { StoredLabels, StoredSettings } from "../../dispatcher/ports/settings.ts";
import {
  type InstallationId,
  noInstallation,
  type RepositoryId,
  type RepositorySeen,
} from "../../engine/model/fact.ts";
import type { Traces } from "../../engine/model/leading.ts";
import { KnownRepositories, repositoryIn } from "../shape/known-repositories.ts";
import { type CachedParts, readParts } from "./cached-parts.ts";
import type { Connection, Queries } from "./database/connection.ts";
import { statement } from "./database/statement.ts";
import type { ServedScope } from "./served-scope.ts";
import type { Waiting } from "./tables/refresh-table.ts";

const allRepositories = statement("SELECT * FROM repository ORDER BY seen");
const ownRepositories = statement(
  "SELECT * FROM repository WHERE installation_id = :installation ORDER BY seen",
);

const noTraces: Traces = { ownSince: undefined, foreign: [] };

/** A web process decides nothing by its cache, so the changes of owners may appear in it this late. */
const renewedEveryMs = 2_000;

export class RepositoryCache {
  readonly #scope: ServedScope;
  #renewal: { readonly clock: Clock; readonly load: () => Promise<RepositoryCache> } | undefined;
  #loadedAt: Millis = 0;
  #isLoading = false;
  #repositories = new KnownRepositories([]);
  #settings = new Map<RepositoryId, StoredSettings>();
  #labels = new Map<RepositoryId, StoredLabels>();
  #cursors = new Map<RepositoryId, Millis>();
  #traces = new Map<RepositoryId, Traces>();
  #waiting = new Map<RepositoryId, Waiting>();

  private constructor(scope: ServedScope) {
    this.#scope = scope;
  }

  /** Loads the repositories that `scope` serves; for a web process, which serves none, all of them. */
  static async load(queries: Queries, scope: ServedScope): Promise<RepositoryCache> {
    const cache = new RepositoryCache(scope);
    const isOne = scope.type === "installation";
    const rows = isOne
      ? await queries.all(ownRepositories, { installation: scope.id })
      : await queries.all(allRepositories);
    cache.#repositories = new KnownRepositories(rows.map(repositoryIn));
    cache.putParts(await readParts(queries, isOne ? rows.map((row) => text(row, "id")) : undefined));
    return cache;
  }

  /**
   * As `load`, for a process that does not make the changes itself: an old cache is reloaded in the background when it
   * is next asked for, and that call still gets the old values.
   */
  static async loadRenewed(connection: Connection, scope: ServedScope): Promise<RepositoryCache> {
    const load = () => RepositoryCache.load(connection, scope);
    const cache = await load();
    cache.#renewal = { clock: connection.clock, load };
    cache.#loadedAt = connection.clock.now();
    return cache;
  }

  #renewIfOld(): void {
    if (this.#renewal === undefined || this.#isLoading) return;
    const { clock, load } = this.#renewal;
    const now = clock.now();
    if (Math.abs(now - this.#loadedAt) < renewedEveryMs) return;
    this.#isLoading = true;
    this.#loadedAt = now;
    // A failed load is tried again at a later call.
    load()
      .then(
        (fresh) => this.#replaceBy(fresh),
        () => {},
      )
      .finally(() => {
        this.#isLoading = false;
      });
  }

  #replaceBy(fresh: RepositoryCache): void {
    this.#repositories = fresh.#repositories;
    this.#settings = fresh.#settings;
    this.#labels = fresh.#labels;
    this.#cursors = fresh.#cursors;
    this.#traces = fresh.#traces;
    this.#waiting = fresh.#waiting;
  }

  putParts(parts: CachedParts): void {
    for (const [id, each] of parts.settings) this.#settings.set(id, each);
    for (const [id, each] of parts.labels) this.#labels.set(id, each);
    for (const [id, each] of parts.cursors) this.#cursors.set(id, each);
    for (const [id, each] of parts.traces) this.#traces.set(id, each);
    for (const [id, each] of parts.waiting) this.#waiting.set(id, each);
  }

  /** Replaces all cached values of these repositories: some may have been deleted while they were not served. */
  replaceParts(ids: readonly RepositoryId[], parts: CachedParts): void {
    const kept = [this.#settings, this.#labels, this.#cursors, this.#traces, this.#waiting];
    for (const each of kept) for (const id of ids) each.delete(id);
    this.putParts(parts);
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

  toAdopt(id: RepositoryId): number {
    const waiting = this.#waiting.get(id);
    return waiting === undefined ? 0 : waiting.adopting + (waiting.hasPage ? 1 : 0);
  }

  /** @param changed in the order in which they were seen */
  putRepositories(changed: readonly RepositorySeen[], gone: readonly RepositoryId[]): void {
    const isChanged = new Set([...changed.map(({ id }) => id), ...gone]);
    const others = [...this.#repositories.byId.values()].filter(({ id }) => !isChanged.has(id));
    const kept = changed.filter((each) => !gone.includes(each.id) && this.#has(each));
    this.#repositories = new KnownRepositories([...others, ...kept]);
  }

  #has({ installationId }: RepositorySeen): boolean {
    return this.#scope.type !== "installation" || installationId === this.#scope.id;
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

  /** @param asked the repositories that were read; one that is missing in `waiting` has nothing due */
  putWaiting(asked: Iterable<RepositoryId>, waiting: ReadonlyMap<RepositoryId, Waiting>): void {
    for (const id of asked) {
      const each = waiting.get(id);
      if (each === undefined) this.#waiting.delete(id);
      else this.#waiting.set(id, each);
    }
  }
}
