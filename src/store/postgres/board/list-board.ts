/** The most frequent queries of the board: ready tasks, lists, and the age of the data. */
import { integer, optional } from "../../../base/row.ts";
import type { ListFilter } from "../../../operations/board/list-filter.ts";
import type { Board, Card, ReadyFilter, Served } from "../../../operations/ports.ts";
import { DatabaseUnavailable } from "../../shape/database-unavailable.ts";
import type { Connection, Queries } from "../database/connection.ts";
import { statement } from "../database/statement.ts";
import { CardList } from "./card-list.ts";
import { ReadyList } from "./ready-list.ts";
import { idForFilter, servedRepositories } from "./repository-lookup.ts";
import { SavedSettings } from "./saved-settings.ts";

/**
 * The sum of all installations' versions, which never decrease, so it changes with every change. The high bits differ from
 * index to index. All processes compute the same value, as it is the ETag of pages and API responses.
 */
const version = statement(`
SELECT sum(v.number)::bigint + (('x' || left(md5(e.id), 6))::bit(24)::bigint << 28) AS number
FROM version AS v CROSS JOIN epoch AS e GROUP BY e.id`);
/** One lookup in the index `issue_order_unread` for each repository. */
const readAt = statement(`
SELECT max(newest.at) AS at FROM repository AS r CROSS JOIN LATERAL (
  SELECT read_at AS at FROM issue_order WHERE repository_id = r.id AND state = 'open' AND kind IS NOT NULL
  ORDER BY read_at DESC LIMIT 1) AS newest`);

type Lists = Pick<Board, "ready" | "list" | "repositories" | "readAt" | "version">;

export class ListBoard implements Lists {
  protected readonly queries: Queries;
  protected readonly settings: SavedSettings;
  readonly #ready: ReadyList;
  readonly #cards: CardList;

  constructor(connection: Connection) {
    this.queries = connection;
    this.settings = new SavedSettings(connection);
    this.#ready = new ReadyList(connection.lists, this.settings);
    this.#cards = new CardList(connection.lists);
  }

  async ready(filter: ReadyFilter): Promise<readonly Card[]> {
    const repositoryId = await idForFilter(this.queries, filter.repository);
    return repositoryId === undefined ? [] : this.#ready.list(repositoryId, filter);
  }

  async list(filter: ListFilter): Promise<readonly Card[]> {
    const repositoryId = await idForFilter(this.queries, filter.repository);
    return repositoryId === undefined ? [] : this.#cards.list(repositoryId, filter);
  }

  repositories(): Promise<readonly Served[]> {
    return servedRepositories(this.queries);
  }

  async readAt(): Promise<number | undefined> {
    return optional(integer, await this.queries.one(readAt), "at");
  }

  async version(): Promise<number> {
    const row = await this.queries.one(version);
    if (row === undefined) throw new DatabaseUnavailable("The index in PostgreSQL is being restored.");
    return integer(row, "number");
  }
}
