/**
 * Reads what has changed since a cursor. Each installation numbers its own changes, so each is read on its own, and only
 * if it has changed.
 */
import { integer, optional, type Row, text } from "../../../base/row.ts";
import { type InstallationId, noInstallation, type RepositoryId } from "../../../engine/model/fact.ts";
import type {
  ChangePage,
  ChangePart,
  ChangePlace,
  ChangeQuery,
  Reached,
} from "../../../operations/changes/change-board.ts";
import { wholeVersion } from "../../../operations/changes/change-place.ts";
import { changePage } from "../../shape/change-page.ts";
import { changesEpoch, fromBeginning, isBefore } from "../../shape/change-parts.ts";
import type { Queries } from "../database/connection.ts";
import { statement } from "../database/statement.ts";
import { cardColumns } from "./conditions.ts";

/** There is always a row for what belongs to no installation. */
const ends = statement(`
SELECT e.id AS epoch, v.installation_id, v.number, v.line, (:repository::text IS NULL OR EXISTS (
    SELECT 1 FROM repository WHERE id = :repository AND installation_id = v.installation_id)) AS is_asked
FROM epoch AS e CROSS JOIN version AS v
WHERE :among::text[] IS NULL OR v.installation_id = ${noInstallation}
  OR v.installation_id IN (SELECT installation_id FROM repository WHERE id = ANY(:among))
ORDER BY v.installation_id`);

const ofRepositories =
  "(:repository::text IS NULL OR $.id = :repository) AND (:among::text[] IS NULL OR $.id = ANY(:among))";
const where = (column: string): string => ofRepositories.replaceAll("$.id", column);

const cards = statement(`
SELECT o.edition AS changed, o.serial AS place, ${cardColumns}
FROM repository AS r CROSS JOIN LATERAL (
  SELECT * FROM issue_order WHERE repository_id = r.id AND (edition, serial) > (:version, :row) AND edition <= :head
  ORDER BY edition, serial LIMIT :limit) AS o
  JOIN issue AS i ON i.id = o.id
WHERE r.installation_id = :installation AND ${where("r.id")}
ORDER BY o.edition, o.serial LIMIT :limit`);

const gone = statement(`
SELECT changed, serial AS place, id, owner, name, number FROM gone
WHERE installation_id = :installation AND (changed, serial) > (:version, :row) AND changed <= :head
  AND ${where("repository_id")}
ORDER BY changed, serial LIMIT :limit`);

const lines = statement(`
SELECT l.id, l.line AS place, l.at, l.kind, l.rule, l.because, l.what, l.actor_login, l.actor_role, i.number,
  r.owner, r.name
FROM ledger AS l LEFT JOIN repository AS r ON r.id = l.repository_id LEFT JOIN issue AS i ON i.id = l.issue_id
WHERE l.installation_id = :installation AND l.line > :line AND l.line <= :last AND ${where("l.repository_id")}
ORDER BY l.line LIMIT :limit`);

interface Ends {
  readonly place: ChangePlace;
  /** The installations to read. */
  readonly asked: ReadonlySet<InstallationId>;
}

interface Asked {
  readonly repository: RepositoryId | null;
  readonly among: readonly RepositoryId[] | null;
}

type Page = Omit<ChangePage, "place" | "isReset">;
const emptyPage: Page = { gone: [], cards: [], lines: [], isMore: false };

export class ChangeList {
  readonly #queries: Queries;

  constructor(queries: Queries) {
    this.#queries = queries;
  }

  /** The cursor after all changes so far. */
  async end(among: readonly RepositoryId[] | undefined): Promise<ChangePlace> {
    return (await this.#ends({ repository: null, among: among ?? null })).place;
  }

  /** @param repository null for all */
  async page(
    repository: RepositoryId | null,
    { after: given, limit, among }: Omit<ChangeQuery, "repository">,
  ): Promise<ChangePage> {
    const wanted = { repository, among: among ?? null };
    const { place: end, asked } = await this.#ends(wanted);
    const isReset = given !== undefined && !isBefore(given, end);
    const known = isReset ? undefined : given;
    const parts = new Map([...end.parts].map(([id, part]) => [id, startOf(known, id, part)]));
    let page = emptyPage;
    for (const [id, part] of end.parts) {
      const after = parts.get(id) ?? part;
      if (!asked.has(id) || isSame(after, part)) continue;
      const left = limit - Math.max(page.gone.length, page.cards.length, page.lines.length);
      if (left === 0 || page.isMore) {
        page = { ...page, isMore: true };
        break;
      }
      const { part: reached, ...found } = await this.#part(id, wanted, { after, end: part, limit: left });
      parts.set(id, reached);
      page = joined(page, found);
    }
    return { ...page, isReset, place: { epoch: end.epoch, parts } };
  }

  async #part(
    installation: InstallationId,
    wanted: Asked,
    between: { readonly after: ChangePart; readonly end: ChangePart; readonly limit: number },
  ) {
    const { after, end } = between;
    const values = { ...wanted, installation, head: end.cards.version, limit: between.limit + 1 };
    const goneRows = isSame(after.gone, end.gone)
      ? []
      : await this.#queries.all(gone, { ...values, ...after.gone });
    // An issue may be gone and come back: a card must not be followed by an earlier removal.
    const isFull = goneRows.length > between.limit || isSame(after.cards, end.cards);
    const cardRows = isFull ? [] : await this.#queries.all(cards, { ...values, ...after.cards });
    const ledger = { ...values, line: after.line, last: end.line };
    const lineRows = after.line === end.line ? [] : await this.#queries.all(lines, ledger);
    return changePage({ gone: goneRows, cards: cardRows, lines: lineRows }, between);
  }

  async #ends(wanted: Asked): Promise<Ends> {
    const rows = await this.#queries.all(ends, { repository: wanted.repository, among: wanted.among });
    const parts = new Map(rows.map((row) => [integer(row, "installation_id"), endIn(row)]));
    const asked = rows.flatMap((row) => (row.is_asked === true ? integer(row, "installation_id") : []));
    const epoch = changesEpoch(optional(text, rows[0], "epoch") ?? "");
    return { place: { epoch, parts }, asked: new Set(asked) };
  }
}

function endIn(row: Row): ChangePart {
  const all: Reached = { version: integer(row, "number"), row: wholeVersion };
  return { cards: all, gone: all, line: integer(row, "line") };
}

/** Before the first change: editions begin with 1. */
const nothing: Reached = { version: 0, row: 0 };

/**
 * An installation that is not in the cursor was added later, and may have taken over repositories that the reader has
 * seen.
 */
function startOf(given: ChangePlace | undefined, id: InstallationId, end: ChangePart): ChangePart {
  if (given === undefined) return { ...fromBeginning(end), cards: nothing };
  return given.parts.get(id) ?? { cards: nothing, gone: nothing, line: 0 };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function joined(one: Page, other: Page): Page {
  return {
    gone: [...one.gone, ...other.gone],
    cards: [...one.cards, ...other.cards],
    lines: [...one.lines, ...other.lines],
    isMore: one.isMore || other.isMore,
  };
}
