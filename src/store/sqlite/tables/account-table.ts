/**
 * A row for each comment or issue that we created in the last hour, or may have, and one for each
 * installation. An account is initialised from the records: an index that was rebuilt, or that an earlier
 * release wrote, has no such rows.
 */

import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Millis } from "../../../base/clock.ts";
import { hourMs } from "../../../dispatcher/perform/creates.ts";
import { shareHolderOf } from "../../../dispatcher/perform/share.ts";
import type {
  CreationCharges,
  ShareHolder,
  StoredBackoff,
  UsedShare,
} from "../../../dispatcher/ports/account.ts";
import type { EffectOutcome } from "../../../dispatcher/ports/outbox.ts";
import type { InstallationId } from "../../../engine/model/fact.ts";
import { type Spending, spendingOf } from "../../shape/spending.ts";
import { flag, integer, type Row, text } from "../database/row.ts";
import type { IssueTable } from "./issues/issue-table.ts";

export class AccountTable {
  readonly #issues: IssueTable;
  readonly #isOpen: StatementSync;
  readonly #open: StatementSync;
  readonly #shown: StatementSync;
  readonly #instants: StatementSync;
  readonly #shares: StatementSync;
  readonly #add: StatementSync;
  readonly #giveBack: StatementSync;
  readonly #date: StatementSync;
  readonly #prune: StatementSync;
  readonly #setBack: StatementSync;
  readonly #backoffs: StatementSync;
  readonly #backOff: StatementSync;

  constructor(database: DatabaseSync, issues: IssueTable) {
    this.#issues = issues;
    this.#isOpen = database.prepare("SELECT 1 FROM account WHERE installation_id = ? AND is_open = 1");
    this.#open = database.prepare(`
      INSERT INTO account (installation_id, is_open) VALUES (?, 1)
      ON CONFLICT (installation_id) DO UPDATE SET is_open = 1`);
    // The record of an issue with a new comment was read, or written by its receipt, after the comment was
    // created.
    this.#shown = database.prepare(`
      SELECT i.id, i.repository_id, o.value ->> '$.createdAt' AS at
      FROM repository AS r JOIN issue AS i ON i.repository_id = r.id, json_each(i.record, '$.seen.own') AS o
      WHERE r.installation_id = :installation AND i.read_at >= :since AND o.value ->> '$.createdAt' >= :since`);
    this.#instants = database.prepare(
      "SELECT at FROM creation WHERE installation_id = ? AND at > ? ORDER BY at",
    );
    this.#shares = database.prepare(`
      SELECT * FROM creation WHERE installation_id = ? AND at > ? AND author IS NOT NULL ORDER BY at`);
    this.#add = database.prepare(`
      REPLACE INTO creation (effect_id, installation_id, repository_id, at, author, is_stranger)
      VALUES (:effect, :installation, coalesce(:repository, (SELECT repository_id FROM effect WHERE id = :effect)),
        :at, :author, :isStranger)`);
    this.#giveBack = database.prepare("DELETE FROM creation WHERE effect_id = ?");
    this.#date = database.prepare("UPDATE creation SET at = max(at, ?) WHERE effect_id = ?");
    this.#prune = database.prepare("DELETE FROM creation WHERE installation_id = ? AND at <= ?");
    this.#setBack = database.prepare("UPDATE creation SET at = ?2 WHERE installation_id = ?1 AND at > ?2");
    this.#backoffs = database.prepare("SELECT * FROM account WHERE holds > 0 ORDER BY installation_id");
    this.#backOff = database.prepare(`
      INSERT INTO account (installation_id, held_since, held_for, holds) VALUES (:installationId, :since, :forMs, :count)
      ON CONFLICT (installation_id) DO UPDATE SET held_since = :since, held_for = :forMs, holds = :count`);
  }

  isOpen(installationId: InstallationId): boolean {
    return this.#isOpen.get(installationId) !== undefined;
  }

  open(installation: number, now: Millis): void {
    for (const row of this.#shown.all({ installation, since: now - hourMs })) {
      const holder = shareHolderOf(this.#issues.record(text(row, "id")), undefined);
      const repository = text(row, "repository_id");
      this.#add.run({ effect: null, installation, repository, at: integer(row, "at"), ...columnsOf(holder) });
    }
    this.#open.run(installation);
  }

  /** Call it in the transaction that marks the effects as being sent. */
  spending(charges: CreationCharges, now: Millis): Spending {
    const { installationId: installation } = charges;
    // After the clock was set back, nothing may count for longer than an hour.
    this.#setBack.run(installation, now);
    this.#prune.run(installation, now - hourMs);
    const created = this.#instants.all(installation, now - hourMs).map((row) => integer(row, "at"));
    const spending = spendingOf(charges, created, now);
    return {
      ...spending,
      charge: (effect) => {
        const charge = spending.charge(effect);
        if (charge !== undefined)
          this.#add.run({ effect, installation, repository: null, at: now, ...columnsOf(charge.holder) });
        return charge;
      },
    };
  }

  /**
   * Keeps what the effect created, or may have, until now: it waited for its turn after it was charged. Gives
   * the charge back if nothing was created.
   */
  settle(outcome: EffectOutcome, now: Millis): void {
    const { type, id } = outcome;
    const createdNothing = type === "refused" || (type === "retry" && !outcome.uncertain);
    if (createdNothing) this.#giveBack.run(id);
    else this.#date.run(now, id);
  }

  sharesTaken(installationId: InstallationId, since: Millis): readonly UsedShare[] {
    return this.#shares.all(installationId, since).map(toShareTaken);
  }

  allBackoffs(): readonly StoredBackoff[] {
    return this.#backoffs.all().map((row) => ({
      installationId: integer(row, "installation_id"),
      since: integer(row, "held_since"),
      forMs: integer(row, "held_for"),
      count: integer(row, "holds"),
    }));
  }

  saveBackoff(backoff: StoredBackoff): void {
    const { installationId, since, forMs, count } = backoff;
    this.#backOff.run({ installationId, since, forMs, count });
  }
}

function columnsOf(holder: ShareHolder | undefined): { readonly author: string | null; isStranger: number } {
  return { author: holder?.author ?? null, isStranger: Number(holder?.isStranger ?? false) };
}

function toShareTaken(row: Row): UsedShare {
  return {
    repositoryId: text(row, "repository_id"),
    at: integer(row, "at"),
    author: text(row, "author"),
    isStranger: flag(row, "is_stranger"),
  };
}
