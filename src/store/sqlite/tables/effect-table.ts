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
import { formatSlot } from "../../../engine/model/keys/slot.ts";
import { priorityOf, rankOf } from "../../shape/slot-order.ts";
import { writeEffect } from "../../shape/stored-json.ts";
import { flag, integer, optional, type Row, text } from "../database/row.ts";

type Outcome<Type extends EffectOutcome["type"]> = Extract<EffectOutcome, { readonly type: Type }>;

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
    this.#handDownSentAt = database.prepare("UPDATE effect SET sent_at = coalesce(sent_at, ?) WHERE id = ?");
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
    const wishes = new Map<NodeId, Map<string, PlannedEffect>>(decided.map((id) => [id, new Map()]));
    for (const effect of planned) wishes.get(effect.issueId)?.set(formatSlot(effect.slot), effect);
    return [...wishes].flatMap(([issueId, bySlot]) => this.#replaceOf(issueId, bySlot, at));
  }

  #replaceOf(
    issueId: NodeId,
    wishes: ReadonlyMap<string, PlannedEffect>,
    at: Millis,
  ): readonly PlannedEffect[] {
    const rows = this.#ofIssue.all(issueId);
    const waiting = new Map<string, Row>();
    const settled = new Set<string>();
    for (const row of rows)
      if (row.state === "waiting") waiting.set(text(row, "slot"), row);
      else settled.add(text(row, "key"));
    const keys = new Set([...wishes.values()].map(({ key }) => key));
    for (const row of rows)
      if (row.state === "sending") this.#wish.run(Number(keys.has(text(row, "key"))), integer(row, "id"));
    for (const [slot, row] of waiting) if (!wishes.has(slot)) this.#delete.run(integer(row, "id"));
    return [...wishes].flatMap(([slot, wish]) =>
      this.#place(wish, waiting.get(slot), settled, at) ? wish : [],
    );
  }

  /** @returns whether the proposal is new */
  #place(wish: PlannedEffect, waiting: Row | undefined, settled: ReadonlySet<string>, at: Millis): boolean {
    const [effect, reason] = [writeEffect(wish.effect), JSON.stringify(wish.reason)];
    if (waiting !== undefined && waiting.key === wish.key) {
      if (waiting.effect !== effect) this.#refresh.run(effect, reason, integer(waiting, "id"));
      return false;
    }
    if (waiting !== undefined) this.#delete.run(integer(waiting, "id"));
    if (settled.has(wish.key)) return false;
    const slot = formatSlot(wish.slot);
    this.#deleteRefused.run(wish.issueId, slot);
    const { issueId: issue, repositoryId: repository, key } = wish;
    // The replaced effect may have been applied on GitHub, if its outcome is unknown: its successor in the
    // slot has to look it up too.
    const sentAt = optional(integer, waiting, "sent_at") ?? null;
    this.#insert.run({
      issue,
      repository,
      slot,
      rank: rankOf(wish.slot),
      priority: priorityOf(wish.slot),
      key,
      effect,
      reason,
      at,
      sentAt,
    });
    return true;
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
    const row = this.#one.get(outcome.id);
    if (row === undefined) return;
    switch (outcome.type) {
      case "done":
        this.#delete.run(outcome.id);
        return;
      case "retry":
        this.#retry(row, outcome);
        return;
      case "refused":
        this.#keepRefusal(row, outcome);
        return;
      default:
        unreachable(outcome);
    }
  }

  /**
   * Does not repeat an effect that is no longer proposed. If it may have been applied on GitHub, its
   * successor in the slot looks it up first.
   */
  #retry(row: Row, { id, at, error, uncertain }: Outcome<"retry">): void {
    const sentAt = uncertain ? (optional(integer, row, "sent_at") ?? null) : null;
    const newer = this.#newerThan(row);
    if (newer !== undefined) this.#handDownSentAt.run(sentAt, newer);
    if (newer === undefined && flag(row, "is_wished")) this.#postpone.run(at, error, sentAt, id);
    else this.#delete.run(id);
  }

  #keepRefusal(row: Row, { id, error }: Outcome<"refused">): void {
    this.#deleteRefused.run(text(row, "issue_id"), text(row, "slot"));
    if (flag(row, "is_wished")) this.#refuse.run(error, id);
    else this.#delete.run(id);
  }

  #newerThan(row: Row): number | undefined {
    const newer = this.#newer.get(text(row, "issue_id"), text(row, "slot"), integer(row, "id"));
    return optional(integer, newer, "id");
  }

  /** After a crash the outcome of effects being sent is unknown: they wait again, to be looked up first. */
  recover(): void {
    for (const row of this.#underWay.all()) {
      const [id, at] = [integer(row, "id"), integer(row, "due_at")];
      const error = "The process ended before GitHub's answer was kept.";
      this.settle({ type: "retry", id, at, error, uncertain: true });
    }
  }
}
