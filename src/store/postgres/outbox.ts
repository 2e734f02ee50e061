/** Stores effects from the decision until their receipt. */
import type { Millis } from "../../base/clock.ts";
import { integer } from "../../base/row.ts";
import type { Charge, CreationCharges, StoredBackoff, UsedShare } from "../../dispatcher/ports/account.ts";
import type { LedgerEntry } from "../../dispatcher/ports/ledger.ts";
import type { EffectCounts, EffectOutcome, Outbox, QueuedEffect } from "../../dispatcher/ports/outbox.ts";
import type { RefreshRequest } from "../../dispatcher/ports/refresh-request.ts";
import type { InstallationId, RepositoryId } from "../../engine/model/fact.ts";
import type { IssueRecord } from "../../engine/model/snapshot.ts";
import { Markable } from "../shape/markable.ts";
import type { Changes } from "./database/changes.ts";
import type { Connection, Queries } from "./database/connection.ts";
import { statement } from "./database/statement.ts";
import { DueEffects, notPaused } from "./due-effects.ts";
import { requestRefreshes, saveRecords } from "./pass-commit.ts";
import type { RepositoryCache } from "./repository-cache.ts";
import { RepositoryInstallations } from "./repository-installations.ts";
import type { ServedScope } from "./served-scope.ts";
import {
  allBackoffs,
  chargeAccount,
  isAccountOpen,
  openAccount,
  saveBackoff,
  settleCharges,
  sharesTaken,
  spendingFor,
} from "./tables/account-table.ts";
import { deferEffects, recoverThese, settleEffects } from "./tables/effect-table.ts";
import type { IssueTable } from "./tables/issues/issue-table.ts";
import { addToLedger } from "./tables/ledger-table.ts";

const installationsIn = statement(
  "SELECT DISTINCT installation_id AS id FROM effect WHERE id = ANY(:ids::bigint[]) AND installation_id IS NOT NULL",
);
const waitingOrSending = statement(`
SELECT e.id, e.issue_id, e.rank, e.state FROM effect AS e WHERE e.state IN ('waiting', 'sending')
  AND e.issue_id IN (SELECT issue_id FROM effect WHERE id = ANY(:ids::bigint[])) AND ${notPaused}`);
const send = statement(`
UPDATE effect SET state = 'sending', attempts = attempts + 1,
  sent_at = CASE WHEN id = ANY(:repeated::bigint[]) THEN :at::bigint ELSE coalesce(sent_at, :at::bigint) END
WHERE id = ANY(:ids::bigint[])`);
const counts = statement(`
SELECT (SELECT count(*) FROM effect AS e WHERE state = 'waiting' AND ${notPaused}) AS pending,
  (SELECT count(*) FROM effect AS e WHERE state = 'waiting' AND NOT (${notPaused})) AS held,
  (SELECT count(*) FROM effect WHERE state = 'sending') AS sending,
  (SELECT count(*) FROM effect WHERE state = 'refused') AS refused`);

interface Mark {
  readonly at: Millis;
  readonly charges: CreationCharges | undefined;
  readonly repeated: readonly number[];
}

interface Settled {
  readonly outcomes: readonly EffectOutcome[];
  readonly records: readonly IssueRecord[];
  readonly refreshes: readonly RefreshRequest[];
  readonly ledger: readonly LedgerEntry[];
}

export class PostgresOutbox implements Outbox {
  readonly #connection: Connection;
  readonly #due: DueEffects;
  readonly #installations: RepositoryInstallations;
  readonly #changes: Changes;
  readonly #issues: IssueTable;
  readonly #cache: RepositoryCache;
  #paused: readonly RepositoryId[] | "everything" = [];
  /** Effects whose mark or receipt may not have been stored, because PostgreSQL did not answer. They must be recovered. */
  readonly #unanswered = new Set<number>();
  #recovering: Promise<void> | undefined;

  constructor(
    connection: Connection,
    changes: Changes,
    issues: IssueTable,
    cache: RepositoryCache,
    scope: ServedScope,
  ) {
    this.#connection = connection;
    this.#due = new DueEffects(connection, scope);
    this.#installations = new RepositoryInstallations(connection, cache, scope);
    this.#changes = changes;
    this.#issues = issues;
    this.#cache = cache;
  }

  pause(repositories: readonly RepositoryId[] | "everything"): void {
    this.#paused = repositories;
  }

  async due(installation: InstallationId, now: Millis, limit: number): Promise<readonly QueuedEffect[]> {
    if (this.#paused === "everything") return [];
    await this.#recover();
    return this.#due.effects(installation, now, limit, this.#paused);
  }

  async dueInstallations(now: Millis): Promise<readonly InstallationId[]> {
    if (this.#paused === "everything") return [];
    await this.#recover();
    return this.#due.installations(now, this.#paused);
  }

  async sending(
    ids: readonly number[],
    at: Millis,
    charges?: CreationCharges,
    repeated: readonly number[] = [],
  ): Promise<readonly number[]> {
    const { onStep } = this.#connection;
    const marked = await this.#answered(ids, () => this.#mark(ids, { at, charges, repeated }));
    onStep("effects marked as sending");
    return marked;
  }

  async #mark(ids: readonly number[], mark: Mark): Promise<readonly number[]> {
    const rows = await this.#connection.all(installationsIn, { ids });
    // Serialised with the commits of reconcile passes, which replace waiting effects.
    const installations = rows.map((row) => integer(row, "id"));
    return this.#changes.make(installations, ({ queries }) => this.#markAsSending(queries, ids, mark));
  }

  async #markAsSending(
    queries: Queries,
    ids: readonly number[],
    { at, charges, repeated }: Mark,
  ): Promise<readonly number[]> {
    const paused = this.#paused;
    if (paused === "everything" || ids.length === 0) return [];
    const effects = new Markable(await queries.all(waitingOrSending, { ids, paused }), ids);
    const account = charges && (await spendingFor(queries, charges, at));
    const deferred: { readonly id: number; readonly until: Millis }[] = [];
    const charged: Charge[] = [];
    const marked = ids.filter((id) => {
      const until = account?.fullUntil(id);
      if (until !== undefined) {
        deferred.push({ id, until });
        return false;
      }
      const isMarked = effects.mark(id);
      const charge = isMarked ? account?.charge(id) : undefined;
      if (charge !== undefined) charged.push(charge);
      return isMarked;
    });
    if (deferred.length > 0)
      await deferEffects(queries, deferred, "GitHub's limit on new comments is reached.");
    if (marked.length > 0) await queries.run(send, { ids: marked, at, repeated });
    if (charges !== undefined) await chargeAccount(queries, charges.installationId, charged, at);
    return marked;
  }

  async receipt(
    outcomes: readonly EffectOutcome[],
    records: readonly IssueRecord[],
    refreshes: readonly RefreshRequest[],
    ledger: readonly LedgerEntry[],
  ): Promise<void> {
    const ids = outcomes.map(({ id }) => id);
    await this.#answered(ids, () => this.#settle(ids, { outcomes, records, refreshes, ledger }));
    this.#connection.onStep("receipt saved");
  }

  async #settle(ids: readonly number[], { outcomes, records, refreshes, ledger }: Settled): Promise<void> {
    const { clock } = this.#connection;
    const sent = await this.#connection.all(installationsIn, { ids });
    const rows = [...refreshes, ...ledger, ...records.map(({ seen }) => seen)];
    const repositories = rows.map(({ repositoryId }) => repositoryId);
    const installationOf = await this.#installations.of(repositories);
    const locked = [...sent.map((row) => integer(row, "id")), ...repositories.map(installationOf)];
    const ask = (queries: Queries) => this.#issues.stored(queries, records);
    await this.#changes.makeAfterReading(locked, ask, async (change, stored) => {
      await settleEffects(change.queries, outcomes);
      await settleCharges(change.queries, outcomes, clock.now());
      const kept = { issues: this.#issues, cache: this.#cache, installationOf };
      saveRecords(change, records, stored, kept);
      await requestRefreshes(change, refreshes, kept, { page: undefined, served: [] });
      addToLedger(change, ledger, installationOf);
    });
  }

  async #answered<T>(ids: readonly number[], write: () => Promise<T>): Promise<T> {
    try {
      return await write();
    } catch (thrown) {
      for (const id of ids) this.#unanswered.add(id);
      throw thrown;
    }
  }

  /**
   * Makes effects that are still marked as being sent wait again; they are looked up before a retry. One at a time: after
   * the first has ended, an effect may rightly be marked again, and a second one would undo that.
   */
  async #recover(): Promise<void> {
    if (this.#unanswered.size > 0) this.#recovering ??= this.#recoverAll();
    await this.#recovering;
  }

  async #recoverAll(): Promise<void> {
    try {
      while (this.#unanswered.size > 0) {
        const ids = [...this.#unanswered];
        // Before the write: an id that is added during it belongs to a later write.
        this.#unanswered.clear();
        await this.#answered(ids, () => this.#connection.write((queries) => recoverThese(queries, ids)));
      }
    } finally {
      this.#recovering = undefined;
    }
  }

  async sharesTaken(installationId: InstallationId, since: Millis): Promise<readonly UsedShare[]> {
    const { write, clock } = this.#connection;
    if (!(await isAccountOpen(this.#connection, installationId)))
      await write((queries) => openAccount(queries, installationId, clock.now()));
    return sharesTaken(this.#connection, installationId, since);
  }

  storedBackoffs(): Promise<readonly StoredBackoff[]> {
    return allBackoffs(this.#connection);
  }

  saveBackoff(backoff: StoredBackoff): Promise<void> {
    return this.#connection.write((queries) => saveBackoff(queries, backoff));
  }

  async nextDueAt(): Promise<Millis | undefined> {
    if (this.#paused === "everything") return undefined;
    await this.#recover();
    return this.#due.next(this.#paused);
  }

  async counts(): Promise<EffectCounts> {
    const isAllPaused = this.#paused === "everything";
    const row =
      (await this.#connection.lists.one(counts, {
        paused: this.#paused === "everything" ? [] : this.#paused,
      })) ?? {};
    const pending = integer(row, "pending");
    const held = integer(row, "held");
    return {
      ...(isAllPaused ? { pending: 0, held: pending } : { pending, held }),
      sending: integer(row, "sending"),
      refused: integer(row, "refused"),
    };
  }
}
