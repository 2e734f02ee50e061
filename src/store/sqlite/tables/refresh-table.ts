/**
 * Refresh requests, one row for each target and strength: a decision that is due now must not hurry a read that
 * is due later, nor replace it. A repeated request gets a new id instead of updating the row: a
 * reader of the issue would otherwise complete the new request with the old one.
 */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Millis } from "../../../base/clock.ts";
import type {
  PageRequest,
  QueuedPageRequest,
  QueuedRefreshRequest,
  RefreshRequest,
} from "../../../dispatcher/ports/refresh-request.ts";
import type { RepositoryId } from "../../../engine/model/fact.ts";
import {
  adopting,
  afterPages,
  becausePage,
  numberTarget,
  pageIn,
  pagePrefix,
  pageTarget,
  refreshIn,
  strengthOf,
} from "../../shape/refresh-row.ts";
import { integer, optional, text } from "../database/row.ts";
import type { IssueTable } from "./issues/issue-table.ts";

export class RefreshTable {
  readonly #issues: IssueTable;
  readonly #waiting: StatementSync;
  readonly #replace: StatementSync;
  readonly #delete: StatementSync;
  readonly #due: StatementSync;
  readonly #page: StatementSync;
  readonly #behind: StatementSync;
  readonly #adopting: StatementSync;

  constructor(database: DatabaseSync, issues: IssueTable) {
    this.#issues = issues;
    this.#waiting = database.prepare(
      "SELECT due_at, because FROM look WHERE repository_id = ? AND target = ? AND unless_fresh = ? AND due_at <= ?",
    );
    this.#replace = database.prepare(
      "REPLACE INTO look (repository_id, target, unless_fresh, due_at, because) VALUES (?, ?, ?, ?, ?)",
    );
    this.#delete = database.prepare("DELETE FROM look WHERE id = ?");
    this.#due = database.prepare(
      "SELECT * FROM look WHERE repository_id = ? AND due_at <= ? ORDER BY due_at, id LIMIT ?",
    );
    // The plus keeps the index by time out of it, which would walk through all requests that are due.
    this.#page = database.prepare(`
      SELECT * FROM look
      WHERE repository_id = ? AND target >= '${pagePrefix}' AND target < '${afterPages}' AND +due_at <= ? LIMIT 1`);
    this.#behind = database.prepare("SELECT 1 FROM look WHERE repository_id = ? AND due_at <= ? LIMIT 1");
    this.#adopting = database.prepare(
      `SELECT count(*) AS number FROM look WHERE repository_id = ? AND unless_fresh >= ${adopting}`,
    );
  }

  add(look: RefreshRequest): void {
    const target = this.#columnOf(look);
    const strength = strengthOf(look);
    const earlier = this.#waiting.get(look.repositoryId, target, strength, look.dueAt);
    const dueAt = optional(integer, earlier, "due_at") ?? look.dueAt;
    const because = optional(text, earlier, "because") ?? look.because;
    this.#replace.run(look.repositoryId, target, strength, dueAt, because);
  }

  addPage(page: PageRequest): void {
    this.#replace.run(page.repositoryId, pageTarget(page), 0, page.dueAt, becausePage);
  }

  remove(id: number): void {
    this.#delete.run(id);
  }

  /** Ask only while no page is due. */
  due(repositoryId: RepositoryId, now: Millis, limit: number): readonly QueuedRefreshRequest[] {
    return this.#due.all(repositoryId, now, limit).map(refreshIn);
  }

  page(repositoryId: RepositoryId, now: Millis): QueuedPageRequest | undefined {
    const row = this.#page.get(repositoryId, now);
    return row === undefined ? undefined : pageIn(row);
  }

  isBehind(repositoryId: RepositoryId, now: Millis): boolean {
    if (this.#behind.get(repositoryId, now) !== undefined) return true;
    return this.page(repositoryId, Number.MAX_SAFE_INTEGER) !== undefined;
  }

  toAdopt(repositoryId: RepositoryId): number {
    const pages = this.page(repositoryId, Number.MAX_SAFE_INTEGER) === undefined ? 0 : 1;
    return pages + (optional(integer, this.#adopting.get(repositoryId), "number") ?? 0);
  }

  /** The node id if it is known, else `#12`, so that both forms of a target share one row if possible. */
  #columnOf({ repositoryId, target }: RefreshRequest): string {
    if ("id" in target) return target.id;
    return this.#issues.idOf(repositoryId, target.number) ?? numberTarget(target.number);
  }
}
