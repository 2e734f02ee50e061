/**
 * Reads what has changed since a place: from the edition of each issue, which is the version of the index at its last
 * write, and from what was removed. So nothing is kept for readers, and none can miss anything.
 */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { RepositoryId } from "../../../engine/model/fact.ts";
import {
  type ChangePage,
  type ChangePart,
  type ChangePlace,
  type ChangeQuery,
  commonPart,
  type Reached,
} from "../../../operations/changes/change-board.ts";
import { wholeVersion } from "../../../operations/changes/change-place.ts";
import { jsonOrNull } from "../../shape/card-row.ts";
import { changePage } from "../../shape/change-page.ts";
import { changesEpoch, fromBeginning, isBefore } from "../../shape/change-parts.ts";
import { integer, type Row, text } from "../database/row.ts";

/** What was written by a version, and what was written after it. Both are answered in the order of an index, whose entries end with the rowid. */
type Part = "within" | "after";

export const changedCards = (part: Part): string => `
SELECT i.edition AS changed, i.rowid AS place, i.id, i.number, i.kind, i.state, i.status, i.priority, i.track,
  i.assignees, i.title, i.updated_at, r.owner, r.name
FROM issue AS i INDEXED BY issue_changed CROSS JOIN repository AS r ON r.id = i.repository_id
WHERE ${part === "within" ? "i.edition = :version AND i.rowid > :row" : "i.edition > :version AND i.edition <= :head"}
  AND (:repository IS NULL OR i.repository_id = :repository)
  AND (:among IS NULL OR i.repository_id IN (SELECT value FROM json_each(:among)))
ORDER BY i.edition, i.rowid LIMIT :limit`;

const goneCards = (part: Part): string => `
SELECT changed, rowid AS place, id, owner, name, number FROM gone INDEXED BY gone_by_change
WHERE ${part === "within" ? "changed = :version AND rowid > :row" : "changed > :version AND changed <= :head"}
  AND (:repository IS NULL OR repository_id = :repository)
  AND (:among IS NULL OR repository_id IN (SELECT value FROM json_each(:among)))
ORDER BY changed, rowid LIMIT :limit`;

const newLines = `
SELECT l.id, l.id AS place, l.at, l.kind, l.rule, l.because, l.what, l.actor_login, l.actor_role, i.number, r.owner, r.name
FROM ledger AS l LEFT JOIN repository AS r ON r.id = l.repository_id LEFT JOIN issue AS i ON i.id = l.issue_id
WHERE l.id > :line AND l.id <= :last AND (:repository IS NULL OR l.repository_id = :repository)
  AND (:among IS NULL OR l.repository_id IN (SELECT value FROM json_each(:among)))
ORDER BY l.id LIMIT :limit`;

export class ChangeList {
  readonly #end: StatementSync;
  readonly #cards: InOrder;
  readonly #gone: InOrder;
  readonly #lines: StatementSync;

  constructor(database: DatabaseSync) {
    // The counter of the ledger's ids, as its rows are pruned.
    this.#end = database.prepare(`
      SELECT (SELECT number FROM version) AS version, (SELECT id FROM note_epoch) AS epoch,
        coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'ledger'), 0) AS line`);
    this.#cards = inOrder(database, changedCards);
    this.#gone = inOrder(database, goneCards);
    this.#lines = database.prepare(newLines);
  }

  /** The place after everything that has changed so far. */
  end(): ChangePlace {
    const { epoch, end } = this.#now();
    return { epoch, parts: new Map([[commonPart, end]]) };
  }

  #now(): { readonly epoch: string; readonly end: ChangePart } {
    const row = this.#end.get() ?? {};
    const all = { version: integer(row, "version"), row: wholeVersion };
    const end = { cards: all, gone: all, line: integer(row, "line") };
    return { epoch: changesEpoch(text(row, "epoch")), end };
  }

  /** @param repository null for all */
  page(
    repository: RepositoryId | null,
    { after: given, limit, among }: Omit<ChangeQuery, "repository">,
  ): ChangePage {
    const { epoch, end } = this.#now();
    const isReset = given !== undefined && !isBefore(given, { epoch, parts: new Map([[commonPart, end]]) });
    const reached = given?.parts.get(commonPart);
    const after = reached === undefined || isReset ? fromBeginning(end) : reached;
    const wanted = { repository, among: jsonOrNull(among), limit: limit + 1 };
    const goneRows = this.#gone(after.gone, { ...wanted, head: end.gone.version });
    // An issue may be gone and come back: a card must not be followed by an earlier removal.
    const cardRows =
      goneRows.length > limit ? [] : this.#cards(after.cards, { ...wanted, head: end.cards.version });
    const lineRows = this.#lines.all({ ...wanted, line: after.line, last: end.line });
    const rows = { gone: goneRows, cards: cardRows, lines: lineRows };
    const { part, ...page } = changePage(rows, { after, end, limit });
    return { ...page, isReset, place: { epoch, parts: new Map([[commonPart, part]]) } };
  }
}

interface Wanted {
  readonly repository: RepositoryId | null;
  readonly among: string | null;
  readonly head: number;
  readonly limit: number;
}

type InOrder = (after: Reached, wanted: Wanted) => readonly Row[];

/** In one query SQLite would pass over everything of the version again. */
function inOrder(database: DatabaseSync, query: (part: Part) => string): InOrder {
  const within = database.prepare(query("within"));
  const after = database.prepare(query("after"));
  return ({ version, row }, { head, limit, ...wanted }) => {
    const first = row === wholeVersion ? [] : within.all({ version, row, ...wanted, limit });
    const left = limit - first.length;
    return left === 0 ? first : [...first, ...after.all({ version, head, ...wanted, limit: left })];
  };
}
