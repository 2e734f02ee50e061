/** Reads notes from their columns alone. The first unread ones of an agent come from one partial index. */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { RepositoryId } from "../../../engine/model/fact.ts";
import type { NotePage, NoteQuery } from "../../../operations/notes/note-board.ts";
import { newestOf } from "../../../operations/notes/note-place.ts";
import { jsonOrNull } from "../../shape/card-row.ts";
import { toExcess, toNote } from "../../shape/note-rows.ts";
import { integer, text } from "../database/row.ts";

const unread = "n.read_at IS NULL AND n.dropped_at IS NULL AND (n.until IS NULL OR n.until > :now)";
const conditions: Readonly<Record<NoteQuery["which"], string>> = {
  unread,
  current: "n.dropped_at IS NULL AND (n.until IS NULL OR n.until > :now)",
  all: "TRUE",
};

const noRepository: RepositoryId = "";

export class NoteList {
  readonly #database: DatabaseSync;
  readonly #epoch: StatementSync;
  readonly #excess: StatementSync;
  readonly #prepared = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#epoch = database.prepare(
      "SELECT id, (SELECT coalesce(max(seq), 0) FROM note) AS head FROM note_epoch",
    );
    this.#excess = database.prepare(`
      SELECT n.sender, count(*) AS count, max(n.seq) AS through,
        json_group_array(DISTINCT r.owner || '/' || r.name || '#' || i.number) AS issues
      FROM note AS n JOIN issue AS i ON i.id = n.issue_id JOIN repository AS r ON r.id = n.repository_id
      WHERE n.receiver = :agent AND n.is_excess = 1 AND ${unread} AND (:repository IS NULL OR n.repository_id = :repository)
        AND (:among IS NULL OR n.repository_id IN (SELECT value FROM json_each(:among)))
      GROUP BY n.sender ORDER BY n.sender`);
  }

  /** @param repository null for all, undefined for one that is not there */
  page(repository: RepositoryId | null | undefined, query: NoteQuery): NotePage {
    const home = repository === undefined ? noRepository : repository;
    const place = this.#epoch.get() ?? {};
    const { agent, track, issue, since, now, limit } = query;
    const after = query.after === undefined ? undefined : newestOf(query.after);
    const among = jsonOrNull(query.among);
    const kinds = jsonOrNull(query.kinds);
    const given = { now, ...defined({ repository: home, agent, track, issue, kinds, after, since, among }) };
    const rows = this.#prepare(columns, query, home).all({ ...given, limit });
    const count = this.#prepare("count(*) AS count", query, home).get(given);
    return {
      epoch: text(place, "id"),
      head: integer(place, "head"),
      notes: rows.map(toNote),
      total: integer(count ?? {}, "count"),
      excess:
        agent === undefined || query.which !== "unread"
          ? []
          : this.#excess.all({ agent, repository: home, now, among }).map(toExcess),
    };
  }

  #prepare(what: string, query: NoteQuery, repository: RepositoryId | null): StatementSync {
    const sql = sqlFor(what, query, repository);
    const statement = this.#prepared.get(sql) ?? this.#database.prepare(sql);
    this.#prepared.set(sql, statement);
    return statement;
  }
}

const columns = `n.*, r.owner, r.name, i.number`;

/** One statement for each set of filters, so that SQLite can choose an index. */
function sqlFor(what: string, query: NoteQuery, repository: RepositoryId | null): string {
  const { agent, track, issue, kinds, after, since, which, among } = query;
  const filters = [
    // Named in every query, as a parameter that is not used is an error.
    ":now IS NOT NULL",
    conditions[which],
    ...(which === "all" ? [] : ["n.is_excess = 0"]),
    ...(agent === undefined ? [] : ["n.receiver = :agent"]),
    ...(repository === null ? [] : ["n.repository_id = :repository"]),
    ...(among === undefined ? [] : ["n.repository_id IN (SELECT value FROM json_each(:among))"]),
    ...(track === undefined ? [] : ["i.track = :track COLLATE NOCASE"]),
    ...(issue === undefined ? [] : ["n.issue_id = :issue"]),
    ...(kinds === undefined ? [] : ["n.kind IN (SELECT value FROM json_each(:kinds))"]),
    ...(after === undefined ? [] : ["n.seq > :after"]),
    ...(since === undefined ? [] : ["n.at >= :since"]),
  ];
  const order = after === undefined ? "n.at, n.seq" : "n.seq";
  const end = what === columns ? `ORDER BY ${order} LIMIT :limit` : "";
  return `SELECT ${what} FROM note AS n CROSS JOIN issue AS i ON i.id = n.issue_id
    CROSS JOIN repository AS r ON r.id = n.repository_id WHERE ${filters.join(" AND ")} ${end}`;
}

function defined(values: Readonly<Record<string, string | number | null | undefined>>) {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value === undefined || value === null ? [] : [[name, value]],
    ),
  );
}
