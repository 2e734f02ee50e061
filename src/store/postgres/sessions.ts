/** Stores the sessions of agents, many in one write. */
import type { Millis } from "../../base/clock.ts";
import { integer } from "../../base/row.ts";
import type { Session, SessionStore, SharedSessions } from "../../dispatcher/ports/agents/sessions.ts";
import { maxSessionsOfAgent, silentEndMs } from "../../dispatcher/sessions/session-steps.ts";
import type { RepositoryId } from "../../engine/model/fact.ts";
import { sessionIn } from "../shape/session-row.ts";
import type { Connection, Queries } from "./database/connection.ts";
import { unindexed } from "./database/plans.ts";
import { serverNow } from "./database/server-now.ts";
import { statement } from "./database/statement.ts";

const heardSince = statement("SELECT * FROM session WHERE heard_at >= :since ORDER BY heard_at");
/** Includes sessions that did not name a repository. */
const inRepository = statement(`
SELECT * FROM session WHERE repository_id IN ('', :repository) ORDER BY heard_at`);
/** Empty texts and zeros stand for absent values, which the arrays cannot have. */
const save = statement(`
INSERT INTO session (agent, id, repository_id, first_heard_at, heard_at, ended_at, doing, issue, leases)
SELECT agent, id, repository_id, first_heard_at, heard_at, nullif(ended_at, 0), nullif(doing, ''), nullif(issue, 0), leases
FROM unnest(:agents::text[], :ids::text[], :repositories::text[], :firsts::bigint[], :heard::bigint[], :ended::bigint[],
  :doing::text[], :issues::bigint[], :leases::text[])
  AS given (agent, id, repository_id, first_heard_at, heard_at, ended_at, doing, issue, leases)
ON CONFLICT (agent, id, repository_id) DO UPDATE SET first_heard_at = excluded.first_heard_at,
  heard_at = excluded.heard_at, ended_at = excluded.ended_at, doing = excluded.doing, issue = excluded.issue,
  leases = excluded.leases`);
// Serialises changes to one agent's sessions. Without it, two at once would both start from the same state.
const lockAgent = statement("SELECT pg_advisory_xact_lock(hashtextextended(:agent, 1))");
const now = statement(`SELECT ${serverNow} AS now`);
const ofAgent = statement(`
SELECT * FROM session WHERE agent = :agent AND heard_at > ${serverNow} - :silentMs
ORDER BY ${unindexed.number("heard_at")} DESC LIMIT :limit`);
const prune = statement(`
DELETE FROM session WHERE (agent, id, repository_id) IN (
  SELECT agent, id, repository_id FROM session WHERE heard_at < :before LIMIT :limit)`);

export class PostgresSessions implements SessionStore, SharedSessions {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async heardSince(since: Millis): Promise<readonly Session[]> {
    return (await this.#connection.all(heardSince, { since })).map(sessionIn);
  }

  async save(sessions: readonly Session[]): Promise<void> {
    // An upsert must not write the same row twice.
    const last = [...new Map(sessions.map((session) => [keyOf(session), session])).values()];
    if (last.length > 0) await this.#connection.write((queries) => queries.run(save, columnsOf(last)));
  }

  async of(agent: string): Promise<readonly Session[]> {
    return sessionsOf(this.#connection, agent);
  }

  change(
    agent: string,
    work: (known: readonly Session[], at: Millis) => readonly Session[],
  ): Promise<readonly Session[]> {
    return this.#connection.write(async (queries) => {
      await queries.all(lockAgent, { agent });
      const at = integer((await queries.one(now)) ?? {}, "now");
      const changed = work(await sessionsOf(queries, agent), at);
      if (changed.length > 0) await queries.run(save, columnsOf(changed));
      return changed;
    });
  }

  /** Deletes up to `limit` sessions last heard from before `before`. Resolves to how many. */
  prune(before: Millis, limit: number): Promise<number> {
    return this.#connection.write((queries) => queries.run(prune, { before, limit }));
  }
}

export async function sessionsIn(queries: Queries, repository: RepositoryId): Promise<readonly Session[]> {
  return (await queries.all(inRepository, { repository })).map(sessionIn);
}

async function sessionsOf(queries: Queries, agent: string): Promise<readonly Session[]> {
  const rows = await queries.all(ofAgent, { agent, silentMs: silentEndMs, limit: maxSessionsOfAgent });
  return rows.map(sessionIn);
}

function keyOf({ agent, id, repositoryId = "" }: Session): string {
  return JSON.stringify([agent, id, repositoryId]);
}

function columnsOf(sessions: readonly Session[]) {
  return {
    agents: sessions.map(({ agent }) => agent),
    ids: sessions.map(({ id }) => id),
    repositories: sessions.map(({ repositoryId = "" }) => repositoryId),
    firsts: sessions.map(({ firstHeardAt }) => firstHeardAt),
    heard: sessions.map(({ heardAt }) => heardAt),
    ended: sessions.map(({ endedAt = 0 }) => endedAt),
    doing: sessions.map(({ doing = "" }) => doing),
    issues: sessions.map(({ issue = 0 }) => issue),
    leases: sessions.map(({ leases }) => JSON.stringify(leases)),
  };
}
