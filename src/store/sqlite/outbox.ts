/**
 * Effects waiting to be sent, by priority. A due effect also waits while another of its issue is being sent,
 * and unblock notice, status and closing go in that order (see slot-order).
 */
import type { StatementSync } from "node:sqlite";
import type { Millis } from "../../base/clock.ts";
import type { CreationCharges, StoredBackoff, UsedShare } from "../../dispatcher/ports/account.ts";
import type { LedgerEntry } from "../../dispatcher/ports/ledger.ts";
import type { EffectCounts, EffectOutcome, Outbox, QueuedEffect } from "../../dispatcher/ports/outbox.ts";
import type { RefreshRequest } from "../../dispatcher/ports/refresh-request.ts";
import type { InstallationId, NodeId, RepositoryId } from "../../engine/model/fact.ts";
import type { IssueRecord } from "../../engine/model/snapshot.ts";
import { firstAfterwards, firstInChain, priorities } from "../shape/slot-order.ts";
import { effectIn, startableOf, upTo } from "../shape/startable.ts";
import type { Connection } from "./database/connection.ts";
import { integer, optional, type Row, text } from "./database/row.ts";
import type { Tables } from "./tables/tables.ts";

/** `p` belongs to the issue of `e`, precedes it, and defers what follows. */
const holdsBack = `p.issue_id = e.issue_id AND p.rank >= ${firstInChain} AND (p.rank, p.id) < (e.rank, e.id)`;
const mustFollow = `p.rank < ${firstAfterwards} AND e.rank >= ${firstAfterwards}`;

const nothingUnderWay =
  "NOT EXISTS (SELECT 1 FROM effect AS s WHERE s.issue_id = e.issue_id AND s.state = 'sending')";

/** `:paused` is a JSON array of repositories. */
const notPaused = "e.repository_id NOT IN (SELECT value FROM json_each(:paused))";

/** All of them, for queries that use the index of what is due. */
const anyPriority = `e.priority IN (${priorities.join(", ")})`;

/** Whether no earlier effect of its issue keeps `e` from being sent at `time`. */
const nothingBefore = (time: string): string => `NOT EXISTS (
  SELECT 1 FROM effect AS p WHERE p.state = 'waiting' AND ${holdsBack} AND (p.due_at > ${time} OR (${mustFollow})))`;

export class SqliteOutbox implements Outbox {
  readonly #connection: Connection;
  readonly #tables: Tables;
  readonly #due: StatementSync;
  readonly #waiting: StatementSync;
  readonly #dueInstallations: StatementSync;
  readonly #send: StatementSync;
  readonly #nextDueAt: StatementSync;
  readonly #counts: StatementSync;
  #paused: readonly RepositoryId[] | "everything" = [];

  constructor(connection: Connection, tables: Tables) {
    this.#connection = connection;
    this.#tables = tables;
    const { database } = connection;
    this.#due = database.prepare(`
      SELECT issue_id FROM effect AS e WHERE state = 'waiting' AND installation_id = :installation
        AND priority = :priority AND due_at <= :now AND ${notPaused} AND ${nothingUnderWay} ORDER BY due_at, id`);
    this.#waiting = database.prepare(
      "SELECT * FROM effect WHERE issue_id = ? AND state = 'waiting' ORDER BY rank, id",
    );
    this.#dueInstallations = database.prepare(`
      SELECT DISTINCT installation_id AS id FROM repository WHERE EXISTS (
        SELECT 1 FROM effect AS e WHERE e.state = 'waiting' AND e.installation_id = repository.installation_id
          AND ${anyPriority} AND e.due_at <= :now AND ${notPaused} AND ${nothingUnderWay} AND ${nothingBefore(":now")}) ORDER BY 1`);
    this.#send = database.prepare(`
      UPDATE effect AS e SET state = 'sending', attempts = attempts + 1,
        sent_at = CASE WHEN :repeated THEN :at ELSE coalesce(sent_at, :at) END
      WHERE id = :id AND state = 'waiting' AND ${notPaused}
        AND NOT EXISTS (SELECT 1 FROM effect AS s WHERE s.issue_id = e.issue_id AND s.state = 'sending'
          AND s.id NOT IN (SELECT value FROM json_each(:ids)))
        AND NOT EXISTS (SELECT 1 FROM effect AS p WHERE ${holdsBack}
          AND (p.state = 'waiting' OR (p.state = 'sending' AND ${mustFollow})))`);
    this.#nextDueAt = database.prepare(`
      SELECT min((
        SELECT e.due_at FROM effect AS e WHERE e.state = 'waiting' AND e.installation_id = i.id
          AND e.priority = p.value AND ${notPaused} AND ${nothingUnderWay} AND ${nothingBefore("e.due_at")} ORDER BY e.due_at LIMIT 1)) AS due_at
      FROM (SELECT DISTINCT installation_id AS id FROM repository) AS i, json_each('[${priorities.join(", ")}]') AS p`);
    this.#counts = database.prepare(`
      SELECT (SELECT count(*) FROM effect AS e WHERE state = 'waiting' AND ${notPaused}) AS pending,
        (SELECT count(*) FROM effect AS e WHERE state = 'waiting' AND NOT (${notPaused})) AS held,
        (SELECT count(*) FROM effect WHERE state = 'sending') AS sending,
        (SELECT count(*) FROM effect WHERE state = 'refused') AS refused`);
  }

  pause(repositories: readonly RepositoryId[] | "everything"): void {
    this.#paused = repositories;
  }

  async due(installation: number, now: Millis, limit: number): Promise<readonly QueuedEffect[]> {
    if (this.#paused === "everything") return [];
    const paused = JSON.stringify(this.#paused);
    const startable = new Map<NodeId, readonly Row[]>();
    const due = new Map<number, Row>();
    for (const priority of priorities)
      for (const row of this.#due.iterate({ installation, priority, now, paused })) {
        if (due.size >= limit) break;
        const issueId = text(row, "issue_id");
        const rows = startable.get(issueId) ?? startableOf(this.#waiting.all(issueId), now);
        startable.set(issueId, rows);
        for (const each of upTo(priority, rows)) due.set(integer(each, "id"), each);
      }
    return [...due.values()].slice(0, limit).map(effectIn);
  }

  async dueInstallations(now: Millis): Promise<readonly InstallationId[]> {
    if (this.#paused === "everything") return [];
    const paused = JSON.stringify(this.#paused);
    return this.#dueInstallations.all({ now, paused }).map((row) => integer(row, "id"));
  }

  sending(
    ids: readonly number[],
    at: Millis,
    charges?: CreationCharges,
    repeated: readonly number[] = [],
  ): Promise<readonly number[]> {
    const { write, onStep } = this.#connection;
    return write(
      () => (this.#paused === "everything" ? [] : this.#markAsSending(ids, at, charges, new Set(repeated))),
      () => onStep("effects marked as sending"),
    );
  }

  #markAsSending(
    ids: readonly number[],
    at: Millis,
    charges: CreationCharges | undefined,
    repeated: ReadonlySet<number>,
  ): readonly number[] {
    const { accounts, effects } = this.#tables;
    const all = JSON.stringify(ids);
    const paused = JSON.stringify(this.#paused);
    const account = charges && accounts.spending(charges, at);
    return ids.filter((id) => {
      const fullUntil = account?.fullUntil(id);
      if (fullUntil !== undefined) {
        effects.defer(id, fullUntil, "GitHub's limit on new comments is reached.");
        return false;
      }
      const mark = { id, at, ids: all, paused, repeated: Number(repeated.has(id)) };
      const isMarked = this.#send.run(mark).changes > 0;
      if (isMarked) account?.charge(id);
      return isMarked;
    });
  }

  receipt(
    outcomes: readonly EffectOutcome[],
    records: readonly IssueRecord[],
    refreshes: readonly RefreshRequest[],
    ledger: readonly LedgerEntry[],
  ): Promise<void> {
    const { write, onStep, clock } = this.#connection;
    return write(
      () => {
        for (const outcome of outcomes) {
          this.#tables.effects.settle(outcome);
          this.#tables.accounts.settle(outcome, clock.now());
        }
        this.#tables.saveRecords(records);
        for (const look of refreshes) this.#tables.refreshes.add(look);
        for (const entry of ledger) this.#tables.ledger.add(entry);
      },
      () => onStep("receipt saved"),
    );
  }

  async sharesTaken(installationId: InstallationId, since: Millis): Promise<readonly UsedShare[]> {
    const { accounts } = this.#tables;
    const { write, clock } = this.#connection;
    if (!accounts.isOpen(installationId)) await write(() => accounts.open(installationId, clock.now()));
    return accounts.sharesTaken(installationId, since);
  }

  async storedBackoffs(): Promise<readonly StoredBackoff[]> {
    return this.#tables.accounts.allBackoffs();
  }

  saveBackoff(backoff: StoredBackoff): Promise<void> {
    return this.#connection.write(() => this.#tables.accounts.saveBackoff(backoff));
  }

  async nextDueAt(): Promise<Millis | undefined> {
    if (this.#paused === "everything") return undefined;
    return optional(integer, this.#nextDueAt.get({ paused: JSON.stringify(this.#paused) }), "due_at");
  }

  async counts(): Promise<EffectCounts> {
    const isAllPaused = this.#paused === "everything";
    const row = this.#counts.get({ paused: JSON.stringify(isAllPaused ? [] : this.#paused) }) ?? {};
    const pending = integer(row, "pending");
    const held = integer(row, "held");
    return {
      ...(isAllPaused ? { pending: 0, held: pending } : { pending, held }),
      sending: integer(row, "sending"),
      refused: integer(row, "refused"),
    };
  }
}
