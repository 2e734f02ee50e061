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
import { integer, optional, type Row, text } from "../database/row.ts";
import type { IssueTable } from "./issues/issue-table.ts";

/** Targets with this prefix are pages of a repository's issue list, not issues. */
const pagePrefix = "+";
/** The character after it, where the range of pages ends. */
const afterPages = ",";

/** What the column `unless_fresh` holds. An earlier release takes what it does not know for a read. */
const strengths = { always: 0, unlessFresh: 1, unlessHeard: 2 } as const;

export class RefreshTable {
  readonly #issues: IssueTable;
  readonly #waiting: StatementSync;
  readonly #replace: StatementSync;
  readonly #delete: StatementSync;
  readonly #due: StatementSync;
  readonly #page: StatementSync;
  readonly #behind: StatementSync;

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
  }

  add(look: RefreshRequest): void {
    const target = this.#columnOf(look);
    const strength = strengthOf(look);
    const earlier = this.#waiting.get(look.repositoryId, target, strength, look.dueAt);
    const dueAt = optional(integer, earlier, "due_at") ?? look.dueAt;
    const because = optional(text, earlier, "because") ?? look.because;
    this.#replace.run(look.repositoryId, target, strength, dueAt, because);
  }

  addPage({ repositoryId, after, dueAt }: PageRequest): void {
    this.#replace.run(repositoryId, pagePrefix + (after ?? ""), 0, dueAt, "the repository is new");
  }

  remove(id: number): void {
    this.#delete.run(id);
  }

  /** Ask only while no page is due. */
  due(repositoryId: RepositoryId, now: Millis, limit: number): readonly QueuedRefreshRequest[] {
    return this.#due.all(repositoryId, now, limit).map(toLook);
  }

  page(repositoryId: RepositoryId, now: Millis): QueuedPageRequest | undefined {
    const row = this.#page.get(repositoryId, now);
    return row === undefined ? undefined : toPage(row);
  }

  isBehind(repositoryId: RepositoryId, now: Millis): boolean {
    if (this.#behind.get(repositoryId, now) !== undefined) return true;
    return this.page(repositoryId, Number.MAX_SAFE_INTEGER) !== undefined;
  }

  /** The node id if it is known, else `#12`, so that both forms of a target share one row if possible. */
  #columnOf({ repositoryId, target }: RefreshRequest): string {
    if ("id" in target) return target.id;
    return this.#issues.idOf(repositoryId, target.number) ?? `#${target.number}`;
  }
}

function toLook(row: Row): QueuedRefreshRequest {
  const target = text(row, "target");
  const strength = integer(row, "unless_fresh");
  return {
    id: integer(row, "id"),
    repositoryId: text(row, "repository_id"),
    target: target.startsWith("#") ? { number: Number(target.slice(1)) } : { id: target },
    dueAt: integer(row, "due_at"),
    because: text(row, "because"),
    ...(strength === strengths.unlessFresh ? { unlessFresh: true } : {}),
    ...(strength === strengths.unlessHeard ? { unlessHeard: true } : {}),
  };
}

function strengthOf({ unlessFresh, unlessHeard }: RefreshRequest): number {
  if (unlessHeard === true) return strengths.unlessHeard;
  return unlessFresh === true ? strengths.unlessFresh : strengths.always;
}

function toPage(row: Row): QueuedPageRequest {
  const after = text(row, "target").slice(pagePrefix.length);
  return {
    id: integer(row, "id"),
    repositoryId: text(row, "repository_id"),
    after: after === "" ? undefined : after,
    dueAt: integer(row, "due_at"),
  };
}
