/** Stores the heartbeats of the processes that share the database, and the status of each installation. */
import type { Millis } from "../../base/clock.ts";
import { flag, integer, optional, text } from "../../base/row.ts";
import { githubCreations } from "../../dispatcher/pace.ts";
import { hourMs } from "../../dispatcher/perform/creates.ts";
import type { InstallationId } from "../../engine/model/fact.ts";
import {
  aliveForMs,
  type InstallationStatus,
  type KnownProcess,
  type Limited,
  type OwnProcess,
  type Processes,
} from "../shape/processes.ts";
import type { Connection, Queries } from "./database/connection.ts";
import { serverNow } from "./database/server-now.ts";
import { statement } from "./database/statement.ts";

const keptForMs = 60 * 60_000;

const now = statement(`SELECT ${serverNow} AS now`);
// A process that could not write its row for a while may have missed agents' signs of life, so it counts as listening only
// from now on.
const saveHeartbeat = statement(`
INSERT INTO process (id, role, release, started_at, listens_since, seen_at, says)
VALUES (:id, :role, :release, ${serverNow}, ${serverNow}, ${serverNow}, :report)
ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at, says = excluded.says,
  listens_since = CASE WHEN process.seen_at > excluded.seen_at - ${aliveForMs} THEN process.listens_since
    ELSE excluded.listens_since END`);
const forget = statement(`DELETE FROM process WHERE seen_at <= ${serverNow} - ${keptForMs}`);
const remove = statement("DELETE FROM process WHERE id = :id");
const alive = statement(`
SELECT * FROM process WHERE seen_at > ${serverNow} - ${aliveForMs} ORDER BY started_at, id`);
// An installation counts as limited at the lower limit, that of comments that no one waits for, until its oldest comment
// is an hour old. Comments are counted only where GitHub limits them.
const limited = statement(`
SELECT count(DISTINCT installation_id) AS count, max(until) AS until FROM (
  SELECT installation_id, held_since + held_for AS until FROM account WHERE held_since + held_for > ${serverNow} AND held_since <= ${serverNow}
  UNION ALL
  SELECT installation_id, min(at) + ${hourMs} FROM creation WHERE at > ${serverNow} - ${hourMs}
  GROUP BY installation_id HAVING count(*) >= :perHour
) AS l`);
const saveStatus = statement(`
INSERT INTO standing (installation_id, is_denied, passive, said_at)
VALUES (:installation, :isDenied, :passive, ${serverNow})
ON CONFLICT (installation_id) DO UPDATE SET is_denied = excluded.is_denied, passive = excluded.passive,
  said_at = excluded.said_at`);
const installationStatuses = statement(`
SELECT * FROM standing WHERE installation_id IN (SELECT installation_id FROM repository) ORDER BY installation_id`);

export class PostgresProcesses implements Processes {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async now(): Promise<Millis> {
    return integer((await this.#connection.one(now)) ?? {}, "now");
  }

  async saveHeartbeat({ id, role, release }: OwnProcess, report: string): Promise<void> {
    await this.#connection.write(async (queries) => {
      await queries.run(saveHeartbeat, { id, role, release, report });
      await queries.run(forget);
    });
  }

  async remove(id: string): Promise<void> {
    await this.#connection.write((queries) => queries.run(remove, { id }));
  }

  async alive(): Promise<readonly KnownProcess[]> {
    return (await this.#connection.all(alive)).map((row) => ({
      id: text(row, "id"),
      role: text(row, "role"),
      release: text(row, "release"),
      startedAt: integer(row, "started_at"),
      seenAt: integer(row, "seen_at"),
      report: text(row, "says"),
    }));
  }

  async limited(): Promise<Limited> {
    const { perHour } = githubCreations.others;
    const row = (await this.#connection.one(limited, { perHour })) ?? {};
    return { installations: integer(row, "count"), until: optional(integer, row, "until") };
  }

  async installationStatuses(): Promise<ReadonlyMap<InstallationId, InstallationStatus>> {
    const rows = await this.#connection.all(installationStatuses);
    return new Map(
      rows.map((row) => [
        integer(row, "installation_id"),
        { isDenied: flag(row, "is_denied"), passive: integer(row, "passive") },
      ]),
    );
  }
}

/** Stores the status of an installation for web processes. Call it in a transaction of the tenure. */
export async function saveInstallationStatus(
  queries: Queries,
  installation: InstallationId,
  { isDenied, passive }: InstallationStatus,
): Promise<void> {
  await queries.run(saveStatus, { installation, isDenied: isDenied ? 1 : 0, passive });
}
