/** Stores one row for each delivery. It outlives the payload, so that a GUID or a body is recognised until it is pruned. */
import { zstdDecompressSync } from "node:zlib";
import type { Millis } from "../../../base/clock.ts";
import { Defect } from "../../../base/errors.ts";
import { flag, integer, oneOf, optional, type Row, text } from "../../../base/row.ts";
import type { Admission, Delivery, DeliveryCounts } from "../../../dispatcher/ports/inbox.ts";
import { type InstallationId, noInstallation, type RepositoryId } from "../../../engine/model/fact.ts";
import type { Queries, Transaction } from "../database/connection.ts";
import { statement } from "../database/statement.ts";

/** Payload bytes per read, not counting the last payload: at up to 25 MB each, a few must not fill memory. */
const maxBytesAtOnce = 16 * 1024 * 1024;

// All payloads are one value that is split here, since the driver would send an array of them as text. `count` over
// LIMIT 1 and not EXISTS: a plan from when the table was small would scan all of it for the hashes.
const insert = statement(`
WITH arriving AS (
  SELECT * FROM unnest(:guids::text[], :events::text[], :actions::text[], :repositories::text[], :installations::bigint[],
    :hashes::text[], :times::bigint[], :sources::text[], :starts::int[], :lengths::int[])
    AS a (guid, event, action, repository_id, installation_id, body_hash, received_at, source, start, length)
), added AS (
  INSERT INTO delivery (guid, event, action, repository_id, installation_id, owner, body_hash, received_at, source, state,
    attempts, due_at)
  SELECT a.guid, a.event, a.action, a.repository_id, a.installation_id,
    coalesce(r.installation_id, a.installation_id, ${noInstallation}), a.body_hash, a.received_at, a.source, 'pending', 0,
    a.received_at
  FROM arriving AS a LEFT JOIN repository AS r ON r.id = a.repository_id
  ON CONFLICT (guid) DO NOTHING RETURNING seq, guid, owner
), kept AS (
  INSERT INTO payload (seq, body)
  SELECT seq, substring(:bodies::bytea FROM start + 1 FOR length) FROM added JOIN arriving USING (guid)
)
SELECT a.guid, (n.seq IS NOT NULL)::int AS is_new, n.owner,
  (SELECT count(*) FROM (SELECT 1 FROM delivery AS d WHERE d.body_hash = a.body_hash LIMIT 1) AS found) AS is_known
FROM arriving AS a LEFT JOIN added AS n USING (guid)`);
const missing = statement(`
SELECT guid FROM unnest(:guids::text[]) WITH ORDINALITY AS g (guid, place)
WHERE NOT EXISTS (SELECT 1 FROM delivery AS d WHERE d.guid = g.guid) ORDER BY place`);
const dueIn = (condition: string) =>
  statement(`
SELECT d.*, p.body FROM (
  SELECT next.*, sum(size) OVER (ORDER BY due_at, seq) - size AS before FROM (
    SELECT delivery.*, coalesce((SELECT octet_length(body) FROM payload WHERE seq = delivery.seq), 0) AS size
    FROM delivery WHERE state = 'pending' AND ${condition} AND due_at <= :now ORDER BY due_at, seq LIMIT :limit
  ) AS next
) AS d LEFT JOIN payload AS p ON p.seq = d.seq WHERE d.before < ${maxBytesAtOnce} ORDER BY d.seq`);
const due = dueIn("repository_id = :repository");
const dueOf = dueIn("owner = :installation AND repository_id = :repository");
const postpone = statement(`
UPDATE delivery SET due_at = :until, error = :error, attempts = attempts + (:max::int IS NOT NULL)::int,
  state = CASE WHEN attempts + 1 >= :max::int THEN 'dead' ELSE 'pending' END
WHERE guid = ANY(:guids::text[]) AND state = 'pending' RETURNING guid, state`);
const settle = statement(`
WITH settled AS (
  UPDATE delivery SET state = 'settled' WHERE guid = ANY(:guids::text[]) AND state <> 'settled' RETURNING seq
)
DELETE FROM payload WHERE seq IN (SELECT seq FROM settled)`);
const handOver = statement(`
UPDATE delivery SET owner = v.owner FROM unnest(:ids::text[], :installations::bigint[]) AS v (id, owner)
WHERE delivery.state = 'pending' AND delivery.repository_id = v.id AND delivery.owner <> v.owner`);
const counts = statement(`
SELECT (SELECT count(*) FROM delivery WHERE state = 'pending') AS pending,
  (SELECT count(*) FROM delivery WHERE state = 'dead') AS dead`);
const newest = statement("SELECT received_at FROM delivery ORDER BY seq DESC LIMIT 1");
const prune = statement(`
DELETE FROM delivery WHERE seq IN (
  SELECT seq FROM delivery WHERE state = 'settled' AND received_at < :before
    AND seq < (SELECT max(seq) FROM delivery) ORDER BY received_at LIMIT :limit)`);

/** A delivery with its compressed payload. */
export interface Packed {
  readonly delivery: Delivery;
  readonly body: Buffer;
}

export interface Added {
  readonly admissions: ReadonlyMap<string, Admission>;
  /** The installations that process the new ones. */
  readonly installations: readonly InstallationId[];
}

/** @param arriving without duplicate GUIDs */
export async function addDeliveries(queries: Queries, arriving: readonly Packed[]): Promise<Added> {
  const deliveries = arriving.map(({ delivery }) => delivery);
  const lengths = arriving.map(({ body }) => body.length);
  const rows = await queries.all(insert, {
    guids: deliveries.map(({ guid }) => guid),
    events: deliveries.map(({ event }) => event),
    actions: deliveries.map(({ action }) => action ?? null),
    repositories: deliveries.map(({ repositoryId }) => repositoryId ?? ""),
    installations: deliveries.map(({ installationId }) => installationId ?? null),
    hashes: deliveries.map(({ bodyHash }) => bodyHash),
    times: deliveries.map(({ receivedAt }) => receivedAt),
    sources: deliveries.map(({ source }) => source),
    starts: startsOf(lengths),
    lengths,
    bodies: Buffer.concat(arriving.map(({ body }) => body)),
  });
  return {
    admissions: new Map(rows.map((row) => [text(row, "guid"), admissionIn(row)])),
    installations: rows.flatMap((row) => optional(integer, row, "owner") ?? []),
  };
}

/** The offset of each value in their concatenation. */
function startsOf(lengths: readonly number[]): readonly number[] {
  let end = 0;
  return lengths.map((length) => {
    end += length;
    return end - length;
  });
}

function admissionIn(row: Row): Admission {
  if (!flag(row, "is_new")) return "duplicate";
  return flag(row, "is_known") ? "suspected replay" : "new";
}

export async function missingDeliveries(
  queries: Queries,
  guids: readonly string[],
): Promise<readonly string[]> {
  return (await queries.all(missing, { guids })).map((row) => text(row, "guid"));
}

export interface DueDeliveries {
  readonly repository: RepositoryId;
  readonly now: Millis;
  readonly limit: number;
}

/** @param installation undefined for all installations */
export async function deliveriesDue(
  queries: Queries,
  wanted: DueDeliveries,
  installation: InstallationId | undefined,
): Promise<readonly Delivery[]> {
  const values = { ...wanted };
  const rows = await (installation === undefined
    ? queries.all(due, values)
    : queries.all(dueOf, { ...values, installation }));
  return rows.map(toDelivery);
}

/** Resolves to those of `guids` that have no attempt left. Their payloads are kept. */
export async function postponeDeliveries(
  queries: Queries,
  guids: readonly string[],
  until: Millis,
  error: string,
  maxAttempts: number | undefined,
): Promise<readonly string[]> {
  const rows = await queries.all(postpone, { guids, until, error, max: maxAttempts ?? null });
  const dead = new Set(rows.filter((row) => row.state === "dead").map((row) => text(row, "guid")));
  return guids.filter((guid) => dead.has(guid));
}

export function settleDeliveries({ send }: Transaction, guids: readonly string[]): void {
  if (guids.length > 0) send(settle, { guids });
}

/** Moves the waiting deliveries of these repositories to the installations that have them now. */
export async function handOverDeliveries(
  queries: Queries,
  moved: readonly { readonly id: RepositoryId; readonly installationId: InstallationId }[],
): Promise<void> {
  const installations = moved.map(({ installationId }) => installationId);
  if (moved.length > 0) await queries.run(handOver, { ids: moved.map(({ id }) => id), installations });
}

export async function countDeliveries(queries: Queries): Promise<DeliveryCounts> {
  const row = (await queries.one(counts)) ?? {};
  return { pending: integer(row, "pending"), dead: integer(row, "dead") };
}

export async function newestReceivedAt(queries: Queries): Promise<Millis | undefined> {
  return optional(integer, await queries.one(newest), "received_at");
}

/** Deletes up to `limit` processed deliveries received before `before`, except the newest of all. */
export async function pruneDeliveries(queries: Queries, before: Millis, limit: number): Promise<number> {
  return queries.run(prune, { before, limit });
}

function toDelivery(row: Row): Delivery {
  const repositoryId = text(row, "repository_id");
  return {
    guid: text(row, "guid"),
    event: text(row, "event"),
    action: optional(text, row, "action"),
    repositoryId: repositoryId === "" ? undefined : repositoryId,
    installationId: optional(integer, row, "installation_id"),
    // Decompressed on access: a pass takes many deliveries, and all payloads together may be large.
    get payload() {
      return payloadIn(row);
    },
    bodyHash: text(row, "body_hash"),
    receivedAt: integer(row, "received_at"),
    source: oneOf(row, "source", ["webhook", "delivery log"]),
  };
}

/** Empty if someone deleted its row: the delivery is then dropped, with a line in the ledger. */
function payloadIn({ body }: Row): Buffer {
  if (body === null) return Buffer.alloc(0);
  if (body instanceof Buffer) return zstdDecompressSync(body);
  throw new Defect("Column body holds no bytes.");
}
