/** Stores requests to the owners of installations, and the answers. All times are PostgreSQL's, as clocks differ. */
import type { Millis } from "../../base/clock.ts";
import { Defect } from "../../base/errors.ts";
import { flag, integer, optional, text } from "../../base/row.ts";
import { aliveForMs } from "../shape/processes.ts";
import type { Asked, Owner, RequestId, Requests, TakenRequest, WithdrawnState } from "../shape/requests.ts";
import { notifyAnswered } from "./database/answer-notifications.ts";
import type { Connection, WakeUps } from "./database/connection.ts";
import { serverNow } from "./database/server-now.ts";
import { statement } from "./database/statement.ts";

const insert = statement(`
INSERT INTO request (installation_id, kind, body, asked_at, until)
SELECT installation_id, kind, body, ${serverNow}, ${serverNow} + :waitMs
FROM unnest(:installations::bigint[], :kinds::text[], :bodies::text[]) WITH ORDINALITY
  AS given (installation_id, kind, body, place) ORDER BY place
RETURNING id`);
const answers = statement(
  "SELECT id, answer FROM request WHERE id = ANY(:ids::bigint[]) AND answer IS NOT NULL",
);
const extend = statement(`
UPDATE request SET until = ${serverNow} + :waitMs
WHERE id = :id AND answer IS NULL AND heard_at > ${serverNow} - :ownerTimeoutMs`);
const workerRuns = `EXISTS (
  SELECT 1 FROM process WHERE role <> 'web' AND seen_at > ${serverNow} - ${aliveForMs})`;
const extendWhileBusy = statement(`
UPDATE request SET until = ${serverNow} + :waitMs WHERE id = :id AND answer IS NULL AND taken_by IS NULL AND (
  EXISTS (SELECT 1 FROM request
    WHERE id = ANY(:among::bigint[]) AND greatest(heard_at, answered_at) > ${serverNow} - :ownerTimeoutMs)
  OR asked_at > ${serverNow} - :capacityWaitMs AND ${workerRuns})`);
const withdraw = statement("UPDATE request SET until = 0 WHERE id = :id AND answer IS NULL");
const one = statement(`SELECT answer, taken_by, (${workerRuns})::int AS is_busy FROM request WHERE id = :id`);
const take = statement(`
UPDATE request SET taken_by = :token, heard_at = ${serverNow} WHERE id IN (
  SELECT id FROM request WHERE installation_id = :installation AND answer IS NULL AND until > ${serverNow}
    AND (taken_by IS NULL OR taken_by < :token)
  ORDER BY id LIMIT :limit FOR UPDATE SKIP LOCKED)
RETURNING id, kind, body`);
const saveHeartbeats = statement(`
UPDATE request SET heard_at = ${serverNow} WHERE id = ANY(:ids::bigint[]) AND taken_by = :token AND answer IS NULL`);
const answer = statement(`
UPDATE request SET answer = :answer, answered_at = ${serverNow}
WHERE id = :id AND taken_by = :token AND answer IS NULL`);
// The first condition follows from the second for all but withdrawn requests, and is what the index is for.
const prune = statement(`
DELETE FROM request WHERE id IN (
  SELECT id FROM request
  WHERE asked_at <= ${serverNow} - :ageMs AND coalesce(answered_at, until) <= ${serverNow} - :ageMs
  ORDER BY asked_at LIMIT :limit)`);

export class PostgresRequests implements Requests {
  readonly #connection: Connection;
  readonly #wakeUps: WakeUps;

  constructor(connection: Connection, wakeUps: WakeUps) {
    this.#connection = connection;
    this.#wakeUps = wakeUps;
  }

  async ask(asked: readonly Asked[], waitMs: Millis): Promise<readonly RequestId[]> {
    if (asked.length === 0) return [];
    const installations = [...new Set(asked.map(({ installationId }) => installationId))].sort(
      (a, b) => a - b,
    );
    const rows = await this.#connection.write(async (queries) => {
      await this.#wakeUps.inTransaction(queries, installations);
      return queries.all(insert, {
        waitMs,
        installations: asked.map(({ installationId }) => installationId),
        kinds: asked.map(({ kind }) => kind),
        bodies: asked.map(({ body }) => body),
      });
    });
    this.#wakeUps.afterCommit(installations);
    return rows.map((row) => integer(row, "id"));
  }

  async answersTo(ids: readonly RequestId[]): Promise<ReadonlyMap<RequestId, string>> {
    const rows = await this.#connection.all(answers, { ids });
    return new Map(rows.map((row) => [integer(row, "id"), text(row, "answer")]));
  }

  async extend(id: RequestId, ownerTimeoutMs: Millis, waitMs: Millis): Promise<boolean> {
    return (
      (await this.#connection.write((queries) => queries.run(extend, { id, ownerTimeoutMs, waitMs }))) > 0
    );
  }

  async extendWhileBusy(
    id: RequestId,
    among: readonly RequestId[],
    times: { readonly ownerTimeoutMs: Millis; readonly capacityWaitMs: Millis; readonly waitMs: Millis },
  ): Promise<boolean> {
    const values = { id, among, ...times };
    return (await this.#connection.write((queries) => queries.run(extendWhileBusy, values))) > 0;
  }

  /** End the request before reading it: in the other order, it could be answered in between. */
  async withdraw(id: RequestId): Promise<WithdrawnState> {
    const row = await this.#connection.write(async (queries) => {
      await queries.run(withdraw, { id });
      return queries.one(one, { id });
    });
    if (row === undefined) throw new Defect(`Request ${id} is gone.`);
    const known = optional(text, row, "answer");
    if (known !== undefined) return { type: "answered", answer: known };
    return optional(integer, row, "taken_by") === undefined
      ? { type: "not begun", isBusy: flag(row, "is_busy") }
      : { type: "begun" };
  }

  async take({ installationId, token }: Owner, limit: number): Promise<readonly TakenRequest[]> {
    const values = { installation: installationId, token, limit };
    const rows = await this.#connection.write((queries) => queries.all(take, values));
    return rows
      .map((row) => ({ id: integer(row, "id"), kind: text(row, "kind"), body: text(row, "body") }))
      .sort((a, b) => a.id - b.id);
  }

  async saveHeartbeats({ token }: Owner, ids: readonly RequestId[]): Promise<void> {
    await this.#connection.write((queries) => queries.run(saveHeartbeats, { ids, token }));
  }

  async answer({ token }: Owner, id: RequestId, given: string): Promise<void> {
    await this.#connection.write(async (queries) => {
      const changed = await queries.run(answer, { id, token, answer: given });
      if (changed > 0) await notifyAnswered(queries, [String(id)]);
    });
  }

  prune(ageMs: Millis, limit: number): Promise<number> {
    return this.#connection.write((queries) => queries.run(prune, { ageMs, limit }));
  }
}
