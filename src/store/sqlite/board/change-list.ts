/**
 * Reads what has changed since a place: from the edition of each issue, which is the version of the index at its last
 * write, and from what was removed. So nothing is kept for readers, and none can miss anything.
 */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { RepositoryId } from "../../../engine/model/fact.ts";
import type {
  ChangedLine,
  ChangePage,
  ChangePlace,
  GoneCard,
  Reached,
} from "../../../operations/changes/change-board.ts";
import { wholeVersion } from "../../../operations/changes/change-place.ts";
import { integer, optional, type Row, text } from "../database/row.ts";
import { ledgerLine } from "../tables/ledger-table.ts";
import { toCard } from "./card-row.ts";

/** What was written by a version, and what was written after it. Both are answered in the order of an index, whose entries end with the rowid. */
type Part = "within" | "after";

export const changedCards = (part: Part): string => `
SELECT i.edition AS changed, i.rowid AS place, i.id, i.number, i.kind, i.state, i.status, i.priority, i.track,
  i.assignees, i.title, i.updated_at, r.owner, r.name
FROM issue AS i INDEXED BY issue_changed CROSS JOIN repository AS r ON r.id = i.repository_id
WHERE ${part === "within" ? "i.edition = :version AND i.rowid > :row" : "i.edition > :version AND i.edition <= :head"}
  AND (:repository IS NULL OR i.repository_id = :repository)
ORDER BY i.edition, i.rowid LIMIT :limit`;

const goneCards = (part: Part): string => `
SELECT changed, rowid AS place, id, owner, name, number FROM gone INDEXED BY gone_by_change
WHERE ${part === "within" ? "changed = :version AND rowid > :row" : "changed > :version AND changed <= :head"}
  AND (:repository IS NULL OR repository_id = :repository)
ORDER BY changed, rowid LIMIT :limit`;

const newLines = `
SELECT l.id AS place, l.at, l.kind, l.rule, l.because, l.what, l.actor_login, l.actor_role, i.number, r.owner, r.name
FROM ledger AS l LEFT JOIN repository AS r ON r.id = l.repository_id LEFT JOIN issue AS i ON i.id = l.issue_id
WHERE l.id > :line AND l.id <= :last AND (:repository IS NULL OR l.repository_id = :repository)
ORDER BY l.id LIMIT :limit`;

const none: Reached = { version: -1, row: 0 };

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
    const row = this.#end.get() ?? {};
    const all = { version: integer(row, "version"), row: wholeVersion };
    // The same epoch as that of notes, under another letter: their cursors are no cursors here.
    return {
      epoch: text(row, "epoch").replace(/^n/, "c"),
      cards: all,
      gone: all,
      line: integer(row, "line"),
    };
  }

  /** @param repository null for all */
  page(repository: RepositoryId | null, given: ChangePlace | undefined, limit: number): ChangePage {
    const end = this.end();
    const isReset = given !== undefined && !isBefore(given, end);
    // What was removed concerns only a reader who has seen something.
    const after = given === undefined || isReset ? { ...end, cards: none } : given;
    const wanted = { repository, head: end.cards.version, limit: limit + 1 };
    const goneRows = this.#gone(after.gone, wanted);
    // An issue may be gone and come back: a card must not be followed by an earlier removal.
    const cardRows = goneRows.length > limit ? [] : this.#cards(after.cards, wanted);
    const lineRows = this.#lines.all({ repository, line: after.line, last: end.line, limit: limit + 1 });
    const [gone, cards, lines] = [goneRows, cardRows, lineRows].map((rows) => rows.slice(0, limit));
    return {
      place: {
        epoch: end.epoch,
        gone: goneRows.length > limit ? reachedBy(gone?.at(-1), end.gone) : end.gone,
        cards:
          goneRows.length > limit
            ? after.cards
            : cardRows.length > limit
              ? reachedBy(cards?.at(-1), end.cards)
              : end.cards,
        line: lineRows.length > limit ? integer(lines?.at(-1) ?? {}, "place") : end.line,
      },
      ...{ isReset, isMore: [goneRows, cardRows, lineRows].some((rows) => rows.length > limit) },
      ...{
        gone: (gone ?? []).map(toGone),
        cards: (cards ?? []).map(toCard),
        lines: (lines ?? []).map(changedLine),
      },
    };
  }
}

interface Wanted {
  readonly repository: RepositoryId | null;
  readonly head: number;
  readonly limit: number;
}

type InOrder = (after: Reached, wanted: Wanted) => readonly Row[];

/** In one query SQLite would pass over everything of the version again. */
function inOrder(database: DatabaseSync, query: (part: Part) => string): InOrder {
  const [within, after] = [database.prepare(query("within")), database.prepare(query("after"))];
  return ({ version, row }, { repository, head, limit }) => {
    const first = row === wholeVersion ? [] : within.all({ version, row, repository, limit });
    const left = limit - first.length;
    return left === 0 ? first : [...first, ...after.all({ version, head, repository, limit: left })];
  };
}

/**
 * Whether the index has passed the place: not if it was rebuilt, or goes on from an older backup. A place with a sight
 * is that of a reader who saw less than is shown here.
 */
function isBefore(place: ChangePlace, end: ChangePlace): boolean {
  const { epoch, cards, gone, line, sight } = place;
  const isReached = Math.max(cards.version, gone.version) <= end.cards.version && line <= end.line;
  return epoch === end.epoch && sight === undefined && isReached;
}

function reachedBy(last: Row | undefined, end: Reached): Reached {
  return last === undefined ? end : { version: integer(last, "changed"), row: integer(last, "place") };
}

function toGone(row: Row): GoneCard {
  const [id, owner, repo] = [text(row, "id"), text(row, "owner"), text(row, "name")];
  return { id, owner, repo, number: integer(row, "number") };
}

export function changedLine(row: Row): ChangedLine {
  const number = optional(integer, row, "number");
  const owner = optional(text, row, "owner");
  const repository = owner === undefined ? undefined : { owner, repo: text(row, "name") };
  const issue = repository === undefined || number === undefined ? undefined : { ...repository, number };
  return { ...ledgerLine(row), id: integer(row, "place"), issue, repository };
}
