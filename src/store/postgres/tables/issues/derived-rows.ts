/**
 * The edges of issues and the names in their text, for queries. When an issue is removed, keep the edges *to* it: they
 * belong to the issues that wait for it, and go when those are read again.
 */
import type { NodeId } from "../../../../engine/model/fact.ts";
import type { IssueRecord } from "../../../../engine/model/snapshot.ts";
import { derivedFrom } from "../../../shape/derived-rows.ts";
import type { Queries } from "../../database/connection.ts";
import { statement } from "../../database/statement.ts";
import { indexable } from "../indexable.ts";

const remove = statement(`
WITH edges AS (DELETE FROM edge WHERE blocked_id = ANY(:ids::text[])),
  names AS (DELETE FROM name WHERE from_id = ANY(:ids::text[])),
  interests AS (DELETE FROM interest WHERE from_id = ANY(:ids::text[]))
DELETE FROM message WHERE from_id = ANY(:ids::text[])`);

// Not in one statement with the deletion: both would see the rows as they were before.
const insert = statement(`
WITH edges AS (
  INSERT INTO edge (blocked_id, blocker_id)
  SELECT * FROM unnest(:blocked::text[], :blockers::text[]) ON CONFLICT DO NOTHING
), names AS (
  INSERT INTO name (from_id, repository_id, owner, repo, number)
  SELECT * FROM unnest(:naming::text[], :nameIn::text[], :nameOwners::text[], :nameRepos::text[], :nameNumbers::bigint[])
), interests AS (
  INSERT INTO interest (from_id, repository_id, track)
  SELECT * FROM unnest(:interested::text[], :interestIn::text[], :tracks::text[])
), signed AS (
  INSERT INTO signed_message (key, issue_id, number)
  SELECT DISTINCT ON (key) key, id, number
  FROM unnest(:signedKeys::text[], :signedIds::text[], :signedNumbers::int[]) AS s (key, id, number) ORDER BY key, number
  ON CONFLICT (key) DO UPDATE SET issue_id = excluded.issue_id, number = excluded.number
    WHERE excluded.number < signed_message.number
)
INSERT INTO message (from_id, key, envelope_id)
SELECT * FROM unnest(:sent::text[], :keys::text[], :envelopes::text[])`);

/** @param records one for an issue */
export async function replaceDerived(queries: Queries, records: readonly IssueRecord[]): Promise<void> {
  const removed = removeDerived(
    queries,
    records.map(({ seen }) => seen.id),
  );
  const all = records.map((record) => ({ ...record.seen, ...derivedFrom(record) }));
  const edges = all.flatMap(({ id, blockers }) => blockers.map((blocker) => ({ id, blocker })));
  const names = all.flatMap(({ id, names }) => names.map((name) => ({ id, ...name })));
  const interests = all.flatMap(({ id, repositoryId, interests: tracks }) =>
    tracks.map((track) => ({ id, repositoryId, track })),
  );
  const signed = all.flatMap(({ id, number, signedKey: key }) =>
    key === undefined ? [] : { id, number, key },
  );
  const sent = all.flatMap(({ id, message }) => (message === undefined ? [] : { id, ...message }));
  const inserted = queries.run(insert, {
    blocked: edges.map(({ id }) => id),
    blockers: edges.map(({ blocker }) => blocker),
    naming: names.map(({ id }) => id),
    nameIn: names.map(({ repositoryId }) => repositoryId),
    nameOwners: names.map(({ owner }) => owner),
    nameRepos: names.map(({ repo }) => repo),
    nameNumbers: names.map(({ number }) => number),
    interested: interests.map(({ id }) => id),
    interestIn: interests.map(({ repositoryId }) => repositoryId),
    tracks: interests.map(({ track }) => indexable(track)),
    signedKeys: signed.map(({ key }) => key),
    signedIds: signed.map(({ id }) => id),
    signedNumbers: signed.map(({ number }) => number),
    sent: sent.map(({ id }) => id),
    keys: sent.map(({ key }) => key),
    envelopes: sent.map(({ envelopeId }) => envelopeId),
  });
  await Promise.all([removed, inserted]);
}

export async function removeDerived(queries: Queries, ids: readonly NodeId[]): Promise<void> {
  await queries.run(remove, { ids });
}
