/**
 * The part of the board that is asked most: what is ready, lists, and how old they are. It loads a third of what the
 * whole board does, which decides how long a command that only lists takes.
 */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { RepositoryId } from "../../../engine/model/fact.ts";
import type { ListFilter } from "../../../operations/board/list-filter.ts";
import type { Board, Card, ReadyFilter, Served } from "../../../operations/ports.ts";
import type { AgentSeen } from "../../../protocol/settings/agents/roster.ts";
import { integer, optional } from "../database/row.ts";
import { CardList } from "./card-list.ts";
import { ReadyList } from "./ready-list.ts";
import { RepositoryLookup } from "./repository-lookup.ts";
import type { Capabilities } from "./rosters.ts";

type Lists = Pick<Board, "ready" | "list" | "repositories" | "agents" | "readAt" | "version">;

export class ListBoard implements Lists {
  protected readonly lookup: RepositoryLookup;
  readonly #database: DatabaseSync;
  readonly #ready: ReadyList;
  readonly #cards: CardList;
  readonly #version: StatementSync;
  readonly #readAt: StatementSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.lookup = new RepositoryLookup(database);
    this.#ready = new ReadyList(database);
    this.#cards = new CardList(database);
    this.#version = database.prepare("SELECT number FROM version");
    // Answered by the index `issue_unread`: records would have to be read for the closed issues.
    this.#readAt = database.prepare(`
      SELECT max((SELECT max(read_at) FROM issue WHERE repository_id = r.id AND state = 'open' AND kind IS NOT NULL)) AS at
      FROM repository AS r`);
  }

  async ready(filter: ReadyFilter): Promise<readonly Card[]> {
    const repositoryId = this.lookup.idForFilter(filter.repository);
    if (repositoryId === undefined) return [];
    return this.#ready.list(repositoryId, filter, await this.#capabilitiesOf(filter.for));
  }

  /** Only this needs to read settings. */
  async #capabilitiesOf(agent: string | undefined): Promise<Capabilities | undefined> {
    if (agent === undefined) return undefined;
    const { capabilitiesOf } = await import("./rosters.ts");
    return capabilitiesOf(this.#database, agent);
  }

  /** Asked by every command that is given in an agent's name. */
  async agents(repositoryId: RepositoryId): Promise<readonly AgentSeen[]> {
    const { agentsIn } = await import("./rosters.ts");
    return agentsIn(this.#database, repositoryId);
  }

  async list(filter: ListFilter): Promise<readonly Card[]> {
    const repositoryId = this.lookup.idForFilter(filter.repository);
    return repositoryId === undefined ? [] : this.#cards.list(repositoryId, filter);
  }

  async repositories(): Promise<readonly Served[]> {
    return this.lookup.all();
  }

  async readAt(): Promise<number | undefined> {
    return optional(integer, this.#readAt.get() ?? {}, "at");
  }

  async version(): Promise<number> {
    return integer(this.#version.get() ?? {}, "number");
  }
}
