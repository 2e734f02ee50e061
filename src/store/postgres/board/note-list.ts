/** Lists notes, without reading records. */
import { integer, type Row, text } from "../../../base/row.ts";
import type { InstallationId, RepositoryId } from "../../../engine/model/fact.ts";
import { commonPart } from "../../../operations/changes/change-board.ts";
import type { NoteCard, NotePage, NoteQuery } from "../../../operations/notes/note-board.ts";
import { toExcess, toNote } from "../../shape/note-rows.ts";
import type { Queries } from "../database/connection.ts";
import { statement, type Values } from "../database/statement.ts";
import { joinPlaces, placeValues, reachedAt } from "../tables/note-places.ts";
import { Conditional } from "./conditions.ts";

const isCurrent = "n.dropped_at IS NULL AND (n.until IS NULL OR n.until > :now)";
const isUnread = `n.read_at IS NULL AND ${isCurrent}`;
const shown: Readonly<Record<NoteQuery["which"], string>> = {
  unread: `${isUnread} AND n.is_excess = 0`,
  current: `${isCurrent} AND n.is_excess = 0`,
  all: "TRUE",
};

const conditions = {
  agent: "n.receiver = :agent",
  repository: "n.repository_id = :repository",
  among: "n.repository_id = ANY(:among::text[])",
  track: 'lower(i.track) = lower(:track::text COLLATE "C")',
  issue: "n.issue_id = :issue",
  kinds: "n.kind = ANY(:kinds::text[])",
  reached: "n.id > coalesce(p.reached, 0)",
  since: "n.at >= :since",
};

/** The newest note of each installation. */
const heads = statement(`
SELECT e.id AS epoch, newest.installation_id, newest.head
FROM epoch AS e LEFT JOIN (
  SELECT v.installation_id, (SELECT max(id) FROM note WHERE installation_id = v.installation_id) AS head
  FROM version AS v
  WHERE :among::text[] IS NULL OR v.installation_id IN (SELECT installation_id FROM repository WHERE id = ANY(:among))
) AS newest ON newest.head IS NOT NULL`);

const noRepository: RepositoryId = "";

const columns = `n.id AS seq, n.installation_id, n.issue_id, n.receiver, n.kind, n.key, n.priority, n.at, n.text, n.sender,
  n.proof, n.refs, n.dropped_at, n.read_at, r.owner, r.name, i.number`;

type Which = NoteQuery["which"];
type Lists = Readonly<Record<Which, Conditional>>;

export class NoteList {
  readonly #queries: Queries;
  readonly #inOrderOfTime = lists(columns, "ORDER BY n.at, n.id LIMIT :limit");
  readonly #inOrderOfArrival = lists(columns, "ORDER BY n.id LIMIT :limit");
  readonly #counts = lists("count(*) AS count", "");
  readonly #excess = new Conditional(
    (where) => `
      SELECT n.sender, count(*) AS count, max(n.id) AS through,
        json_agg(DISTINCT r.owner || '/' || r.name || '#' || i.number)::text AS issues
      FROM note AS n JOIN issue AS i ON i.id = n.issue_id JOIN repository AS r ON r.id = n.repository_id
      WHERE n.is_excess = 1 AND ${isUnread} ${where} GROUP BY n.sender ORDER BY n.sender`,
    { agent: conditions.agent, repository: conditions.repository, among: conditions.among },
  );

  constructor(queries: Queries) {
    this.#queries = queries;
  }

  /** @param repository null for all, undefined for one that is not served */
  async page(repository: RepositoryId | null | undefined, query: NoteQuery): Promise<NotePage> {
    // Read the head first: notes that arrive between the two queries then come after it.
    const rows = await this.#queries.all(heads, { among: query.among ?? null });
    const from =
      query.after === undefined ? undefined : await reachedAt(this.#queries, query.after, query.agent);
    const values = valuesOf(query, repository === undefined ? noRepository : repository, from);
    const lists = from === undefined ? this.#inOrderOfTime : this.#inOrderOfArrival;
    const [notes, counted] = await Promise.all([
      this.#queries.all(lists[query.which].for(values), values),
      this.#queries.one(this.#counts[query.which].for(values), values),
    ]);
    return {
      epoch: text(rows[0] ?? {}, "epoch"),
      head: headIn(rows),
      ...(from === undefined ? {} : { from }),
      notes: notes.map(noteIn),
      total: integer(counted ?? {}, "count"),
      excess: query.agent === undefined || query.which !== "unread" ? [] : await this.#excessOf(values),
    };
  }

  async #excessOf(values: Values) {
    return (await this.#queries.all(this.#excess.for(values), values)).map(toExcess);
  }
}

function lists(what: string, end: string): Lists {
  const listOf = (which: Which): Conditional =>
    new Conditional(
      (where) => `
        SELECT ${what} FROM note AS n JOIN issue AS i ON i.id = n.issue_id
          JOIN repository AS r ON r.id = n.repository_id ${where.includes("p.reached") ? joinPlaces("n") : ""}
        WHERE ${shown[which]} ${where} ${end}`,
      conditions,
    );
  return { unread: listOf("unread"), current: listOf("current"), all: listOf("all") };
}

function valuesOf(
  query: NoteQuery,
  repository: RepositoryId | null,
  from: ReadonlyMap<InstallationId, number> | undefined,
): Values {
  const {
    agent = null,
    track = null,
    issue = null,
    since = null,
    among = null,
    kinds = null,
    now,
    limit,
  } = query;
  const places = from === undefined ? {} : placeValues(from);
  return { agent, track, issue, kinds, since, among, now, limit, repository, ...places };
}

/** Never empty: a cursor without parts would look like the name of an index. */
function headIn(rows: readonly Row[]): ReadonlyMap<InstallationId, number> {
  const newest = rows.flatMap((row) =>
    row.head === null ? [] : [[integer(row, "installation_id"), integer(row, "head")] as const],
  );
  return new Map([[commonPart, 0], ...newest]);
}

function noteIn(row: Row): NoteCard {
  return { ...toNote(row), installation: integer(row, "installation_id") };
}
