/**
 * Effects between decision and receipt. In each slot of an issue only the newest proposal waits; an effect
 * being sent is never changed, and a refused one is not retried until something else is proposed.
 */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Millis } from "../../../base/clock.ts";
import { unreachable } from "../../../base/errors.ts";
import type { EffectOutcome } from "../../../dispatcher/ports/outbox.ts";
import type { PlannedEffect } from "../../../engine/model/effect.ts";
import type { NodeId } from "../../../engine/model/fact.ts";
import { type AddedEffect, planEffects } from "../../shape/effect-plan.ts";
import { lostOutcome, settledEffect } from "../../shape/settled-effect.ts";
import { priorityOf, rankOf } from "../../shape/slot-order.ts";
import { integer, optional, type Row, text } from "../database/row.ts";

export class EffectTable {
  readonly #ofIssue: StatementSync;
  readonly #insert: StatementSync;
  readonly #refresh: StatementSync;
  readonly #wish: StatementSync;
  readonly #delete: StatementSync;
  readonly #deleteIdle: StatementSync;
  readonly #deleteRefused: StatementSync;
  readonly #one: StatementSync;
  readonly #newer: StatementSync;
  readonly #handDownSentAt: StatementSync;
  readonly #postpone: StatementSync;
  readonly #defer: StatementSync;
  readonly #refuse: StatementSync;
  readonly #underWay: StatementSync;

  constructor(database: DatabaseSync) {
    this.#ofIssue = database.prepare("SELECT * FROM effect WHERE issue_id = ?");
    this.#insert = database.prepare(`
      INSERT INTO effect (issue_id, repository_id, installation_id, slot, rank, priority, key, effect, reason, state,
        is_wished, attempts, due_at, sent_at)
      VALUES (:issue, :repository, (SELECT installation_id FROM repository WHERE id = :repository), :slot, :rank,
        :priority, :key, :effect, :reason, 'waiting', 1, 0, :at, :sentAt)`);
    this.#refresh = database.prepare("UPDATE effect SET effect = ?, reason = ? WHERE id = ?");
    this.#wish = database.prepare("UPDATE effect SET is_wished = ? WHERE id = ?");
    this.#delete = database.prepare("DELETE FROM effect WHERE id = ?");
    this.#deleteIdle = database.prepare("DELETE FROM effect WHERE issue_id = ? AND state <> 'sending'");
    this.#deleteRefused = database.prepare(
      "DELETE FROM effect WHERE issue_id = ? AND slot = ? AND state = 'refused'",
    );
    this.#one = database.prepare("SELECT * FROM effect WHERE id = ?");
    this.#newer = database.prepare(
      "SELECT id FROM effect WHERE issue_id = ? AND slot = ? AND state = 'waiting' AND id <> ?",
    );
    this.#handDownSentAt = database.prepare(
      "UPDATE effect SET sent_at = max(coalesce(sent_at, ?1), coalesce(?1, sent_at)) WHERE id = ?2",
    );
    this.#postpone = database.prepare(
      "UPDATE effect SET state = 'waiting', due_at = ?, error = ?, sent_at = ? WHERE id = ?",
    );
    this.#defer = database.prepare(
      "UPDATE effect SET due_at = ?, error = ? WHERE id = ? AND state = 'waiting'",
    );
    this.#refuse = database.prepare("UPDATE effect SET state = 'refused', error = ? WHERE id = ?");
    this.#underWay = database.prepare("SELECT id, due_at FROM effect WHERE state = 'sending'");
  }

  /**
   * Makes `planned` the waiting effects of the issues that were decided, slot by slot.
   * @returns those that were not waiting, being sent or refused before
   */
  replace(
    decided: readonly NodeId[],
    planned: readonly PlannedEffect[],
    at: Millis,
  ): readonly PlannedEffect[] {
    const rows = [...new Set(decided)].flatMap((id) => this.#ofIssue.all(id));
    const { wished, deleted, reworded, retried, added } = planEffects(decided, planned, rows);
    for (const { id, isWished } of wished) this.#wish.run(Number(isWished), id);
    for (const id of deleted) this.#delete.run(id);
    for (const { id, effect, reason } of reworded) this.#refresh.run(effect, reason, id);
    for (const { issueId, slot } of retried) this.#deleteRefused.run(issueId, slot);
    for (const each of added) this.#add(each, at);
    return added.map(({ planned: each }) => each);
  }

  #add({ planned: { issueId, repositoryId, slot, key }, ...written }: AddedEffect, at: Millis): void {
    const order = { rank: rankOf(slot), priority: priorityOf(slot) };
    this.#insert.run({ ...written, ...order, issue: issueId, repository: repositoryId, key, at });
  }

  /** Drops the waiting effects of an issue that no longer exists. */
  dropOf(issueId: NodeId): void {
    this.#deleteIdle.run(issueId);
  }

  /** It is left unchanged and is due later. */
  defer(id: number, until: Millis, error: string): void {
    this.#defer.run(until, error, id);
  }

  settle(outcome: EffectOutcome): void {
    const { id } = outcome;
    const row = this.#one.get(id);
    if (row === undefined) return;
    const settled = settledEffect(row, this.#newerThan(row), outcome);
    switch (settled.type) {
      case "delete":
        this.#delete.run(id);
        return;
      case "wait":
        this.#postpone.run(settled.at, settled.error, settled.sentAt, id);
        return;
      case "give way":
        this.#handDownSentAt.run(settled.sentAt, settled.to);
        this.#delete.run(id);
        return;
      case "refuse":
        this.#forgetRefusal(row);
        this.#refuse.run(settled.error, id);
        return;
      case "forget":
        this.#forgetRefusal(row);
        this.#delete.run(id);
        return;
      default:
        unreachable(settled);
    }
  }

  #forgetRefusal(row: Row): void {
    this.#deleteRefused.run(text(row, "issue_id"), text(row, "slot"));
  }

  #newerThan(row: Row): number | undefined {
    const newer = this.#newer.get(text(row, "issue_id"), text(row, "slot"), integer(row, "id"));
    return optional(integer, newer, "id");
  }

  /** After a crash the outcome of effects being sent is unknown: they wait again, to be looked up first. */
  recover(): void {
    for (const row of this.#underWay.all()) this.settle(lostOutcome(row));
  }
}
