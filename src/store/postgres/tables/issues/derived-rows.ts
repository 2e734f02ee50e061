/**
 * The edges of issues and the names in their text, for queries. When an issue is removed, keep the edges *to* it: they
 * belong to the issues that wait for it, and go when those are read again.
 */
import { type Row, text } from "../../../../base/row.ts";
import type { NodeId, RepositoryId } from "../../../../engine/model/fact.ts";
import type { IssueRecord } from "../../../../engine/model/snapshot.ts";
import { type Derived, derivedFrom } from "../../../shape/derived-rows.ts";
import type { Queries, Transaction } from "../../database/connection.ts";
import { type Cell, statement } from "../../database/statement.ts";
import { indexable } from "../indexable.ts";

const remove = statement(`
WITH edges AS (DELETE FROM edge WHERE blocked_id = ANY(:ids::text[])),
  names AS (DELETE FROM name WHERE from_id = ANY(:ids::text[])),
  interests AS (DELETE FROM interest WHERE from_id = ANY(:ids::text[]))
DELETE FROM message WHERE from_id = ANY(:ids::text[])`);

const stored = statement(`
SELECT 'edge' AS part, blocked_id AS id, blocker_id AS a, NULL AS b, NULL AS c, NULL::bigint AS number
FROM edge WHERE blocked_id = ANY(:ids::text[])
UNION ALL SELECT 'name', from_id, repository_id, owner, repo, number FROM name WHERE from_id = ANY(:ids::text[])
UNION ALL SELECT 'interest', from_id, repository_id, track, NULL, NULL FROM interest WHERE from_id = ANY(:ids::text[])
UNION ALL SELECT 'message', from_id, key, envelope_id, NULL, NULL FROM message WHERE from_id = ANY(:ids::text[])`);

// Not in one statement with the deletion: the insertion would still see the deleted rows.
const insert = statement(`
WITH edges AS (
  INSERT INTO edge (blocked_id, blocker_id) SELECT * FROM unnest(:blocked::text[], :blockers::text[])
), names AS (
  INSERT INTO name (from_id, repository_id, owner, repo, number)
  SELECT * FROM unnest(:naming::text[], :nameIn::text[], :nameOwners::text[], :nameRepos::text[], :nameNumbers::bigint[])
), interests AS (
  INSERT INTO interest (from_id, repository_id, track)
  SELECT * FROM unnest(:interested::text[], :interestIn::text[], :tracks::text[])
)
INSERT INTO message (from_id, key, envelope_id)
SELECT * FROM unnest(:sent::text[], :keys::text[], :envelopes::text[])`);

const insertSigned = statement(`
INSERT INTO signed_message (key, issue_id, number)
SELECT DISTINCT ON (key) key, id, number
FROM unnest(:keys::text[], :ids::text[], :numbers::int[]) AS s (key, id, number) ORDER BY key, number
ON CONFLICT (key) DO UPDATE SET issue_id = excluded.issue_id, number = excluded.number
  WHERE excluded.number < signed_message.number`);

/** A row of one of the four tables. The table determines what a, b and c mean. */
interface Part {
  readonly part: "edge" | "name" | "interest" | "message";
  readonly id: NodeId;
  readonly a: string | null;
  readonly b: Cell;
  readonly c: string | null;
  readonly number: number | null;
}

/** The rows of each issue as text, for comparison; their order does not matter. */
export type DerivedRows = ReadonlyMap<NodeId, string>;

export async function derivedRowsOf(queries: Queries, ids: readonly NodeId[]): Promise<DerivedRows> {
  const rows = Map.groupBy(await queries.all(stored, { ids }), (row) => text(row, "id"));
  return new Map([...rows].map(([id, own]) => [id, wordsOf(own.map(cellsOf))]));
}

const cellsOf = ({ part, a, b, c, number }: Part | Row): readonly unknown[] => [part, a, b, c, number];

const wordsOf = (rows: readonly (readonly unknown[])[]): string =>
  rows
    .map((cells) => JSON.stringify(cells))
    .sort()
    .join();

/** The rows of one issue. */
export interface RowsOfIssue {
  readonly id: NodeId;
  readonly number: number;
  readonly signedKey: string | undefined;
  readonly parts: readonly Part[];
  readonly words: string;
}

export function rowsOfIssue(record: IssueRecord): RowsOfIssue {
  const { id, number, repositoryId } = record.seen;
  const derived = derivedFrom(record);
  const parts = partsOf(id, repositoryId, derived);
  return { id, number, signedKey: derived.signedKey, parts, words: wordsOf(parts.map(cellsOf)) };
}

/**
 * Writes only rows that differ: most changes of a record change none of them.
 *
 * @param all at most one element for each issue
 */
export function replaceDerived(queries: Transaction, all: readonly RowsOfIssue[], before: DerivedRows): void {
  rememberSigned(queries, all);
  const changed = all.filter(({ id, words }) => words !== (before.get(id) ?? ""));
  const had = changed.map(({ id }) => id).filter((id) => before.has(id));
  if (had.length > 0) queries.send(remove, { ids: had });
  const added = changed.flatMap(({ parts }) => parts);
  if (added.length > 0) queries.send(insert, columnsOf(added));
}

function partsOf(id: NodeId, repositoryId: RepositoryId, derived: Derived): readonly Part[] {
  const empty = { id, a: null, b: null, c: null, number: null };
  const { blockers, names, interests, message } = derived;
  return [
    ...[...new Set(blockers)].map((a) => ({ ...empty, part: "edge" as const, a })),
    ...names.map(({ repositoryId: a, owner: b, repo: c, number }) => ({
      part: "name" as const,
      id,
      a,
      b,
      c,
      number,
    })),
    ...interests.map((track) => ({
      ...empty,
      part: "interest" as const,
      a: repositoryId,
      b: indexable(track),
    })),
    ...(message === undefined
      ? []
      : [{ ...empty, part: "message" as const, a: message.key, b: message.envelopeId }]),
  ];
}

function columnsOf(parts: readonly Part[]) {
  const of = (wanted: Part["part"]) => parts.filter(({ part }) => part === wanted);
  const edges = of("edge");
  const names = of("name");
  const interests = of("interest");
  const sent = of("message");
  return {
    blocked: edges.map(({ id }) => id),
    blockers: edges.map(({ a }) => a),
    naming: names.map(({ id }) => id),
    nameIn: names.map(({ a }) => a),
    nameOwners: names.map(({ b }) => b),
    nameRepos: names.map(({ c }) => c),
    nameNumbers: names.map(({ number }) => number),
    interested: interests.map(({ id }) => id),
    interestIn: interests.map(({ a }) => a),
    tracks: interests.map(({ b }) => b),
    sent: sent.map(({ id }) => id),
    keys: sent.map(({ a }) => a),
    envelopes: sent.map(({ b }) => b),
  };
}

function rememberSigned({ send }: Transaction, all: readonly RowsOfIssue[]): void {
  const signed = all.flatMap(({ id, number, signedKey: key }) =>
    key === undefined ? [] : { id, number, key },
  );
  if (signed.length === 0) return;
  send(insertSigned, {
    keys: signed.map(({ key }) => key),
    ids: signed.map(({ id }) => id),
    numbers: signed.map(({ number }) => number),
  });
}

export async function removeDerived(queries: Queries, ids: readonly NodeId[]): Promise<void> {
  await queries.run(remove, { ids });
}
