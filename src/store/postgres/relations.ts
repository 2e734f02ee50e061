/** Queries for the relations between issues: dependencies, references in texts, tracks, and messages sent twice. */
import { refusalColumns } from "../shape/refusal-row.ts";
import { maxEdges, maxReached, maxVisited } from "../shape/snapshot-steps.ts";
import { unindexed } from "./database/plans.ts";
import { statement } from "./database/statement.ts";
import { withinReach } from "./tables/issues/within-reach.ts";

const these = ":ids::text[]";
const among = (ids: string): string => `wanted (id) AS (SELECT unnest(${ids}))`;
const wanted = among(these);

/**
 * Joins what `query` finds for each row. `OFFSET 0` keeps PostgreSQL from joining in another order: tables that are often
 * empty, because few texts name issues or tracks, would come first, and such a plan reads all of them once they are full.
 */
const each = (name: string, query: string): string => `CROSS JOIN LATERAL (${query} OFFSET 0) AS ${name}`;
const wantedIssues = `wanted ${each("i", "SELECT id, repository_id, number, kind, track FROM issue WHERE id = wanted.id")}`;
const namesInWanted = `wanted ${each("n", "SELECT * FROM name WHERE from_id = wanted.id")}`;

/** Pairs (id, other): `other`'s text names `id`. */
const naming = `
SELECT i.id AS id, n.from_id AS other FROM ${wantedIssues}
  ${each("n", "SELECT from_id FROM name WHERE repository_id = i.repository_id AND number = i.number")}
UNION
SELECT i.id, n.from_id FROM ${wantedIssues} ${each("r", "SELECT owner, name FROM repository WHERE id = i.repository_id")}
  ${each(
    "n",
    `SELECT from_id FROM name WHERE owner IS NOT NULL AND lower(owner) = lower(r.owner) AND lower(repo) = lower(r.name)
      AND number = i.number`,
  )}`;

/** Pairs (id, other): `id`'s text names `other`. */
const named = `
SELECT n.from_id AS id, i.id AS other FROM ${namesInWanted}
  ${each("i", "SELECT id FROM issue WHERE repository_id = n.repository_id AND number = n.number")}
UNION
SELECT n.from_id, i.id FROM ${namesInWanted}
  ${each("r", "SELECT id FROM repository WHERE lower(owner) = lower(n.owner) AND lower(name) = lower(n.repo)")}
  ${each("i", "SELECT id FROM issue WHERE repository_id = r.id AND number = n.number")}`;

/** What concerns a track: a discovery until it is closed, and a contract, which is in force once it is closed. */
const concerns = "(d.state = 'open' OR d.kind = 'contract')";

/** Pairs (id, other): `other` concerns the track of the task `id`. */
const heard = `
SELECT i.id AS id, t.from_id AS other FROM ${wantedIssues}
  ${each(
    "t",
    "SELECT from_id FROM interest WHERE repository_id = i.repository_id AND lower(track) = lower(i.track)",
  )}
  ${each("d", `SELECT d.id FROM issue AS d WHERE d.id = t.from_id AND ${concerns}`)}
WHERE i.kind = 'task'`;

/** Pairs (id, other): both say that they are the same message. */
const resent = `
SELECT wanted.id AS id, o.from_id AS other FROM wanted
  ${each("m", "SELECT key FROM message WHERE from_id = wanted.id")}
  ${each("o", "SELECT from_id FROM message WHERE key = m.key AND from_id <> wanted.id")}`;

/** Pairs (id, other): `id` concerns the track of the open task `other`. */
const reached = `
SELECT wanted.id AS id, i.id AS other FROM wanted
  ${each("t", "SELECT repository_id, track FROM interest WHERE from_id = wanted.id")}
  ${each(
    "i",
    `SELECT id, created_at FROM issue
      WHERE repository_id = t.repository_id AND lower(track) = lower(t.track) AND state = 'open' AND kind = 'task'`,
  )}
ORDER BY i.created_at DESC LIMIT ${maxReached}`;

export const namedAroundOnes = statement(`
WITH ${wanted}
SELECT other FROM (${named}) AS a UNION SELECT other FROM (${naming}) AS b UNION SELECT other FROM (${heard}) AS c
UNION SELECT other FROM (${reached}) AS d UNION SELECT other FROM (${resent}) AS e ORDER BY other`);

export const blockedOnes = statement(
  `WITH ${wanted} SELECT DISTINCT e.blocked_id AS other FROM wanted JOIN edge AS e ON e.blocker_id = wanted.id ORDER BY 1`,
);
const openBlockersOf = (issue: string): string => `
  ${each("blocker", `SELECT e.blocker_id AS id FROM edge AS e WHERE e.blocked_id = ${issue}.id`)}
  ${each("open", "SELECT i.id FROM issue AS i WHERE i.id = blocker.id AND i.state = 'open'")}`;
const waits = (ids: string): string => `
WITH RECURSIVE reached (id) AS (
  SELECT i.id FROM issue AS i WHERE i.id = ANY(${ids}) AND i.state = 'open'
  UNION
  SELECT open.id FROM reached ${openBlockersOf("reached")}
), visited AS MATERIALIZED (SELECT id FROM reached LIMIT ${maxVisited})
SELECT visited.id, open.id AS other FROM visited ${openBlockersOf("visited")} LIMIT ${maxEdges}`;

/** The queries of each loading step. @param ids an SQL expression of an array */
const relationsAmong = (ids: string) => ({
  naming: statement(`WITH ${among(ids)} ${naming} ORDER BY 1, 2`),
  waits: statement(waits(ids)),
  refusals: statement(
    `SELECT issue_id, ${refusalColumns} FROM effect
    WHERE issue_id = ANY(${ids}) AND ${unindexed.text("state")} = 'refused'
    ORDER BY ${unindexed.number("id")}`,
  ),
});
export const ofThese = relationsAmong(these);
export const ofThoseInReach = relationsAmong(withinReach);

/** Open tasks of some tracks, and what concerns these tracks. The interface of a contract is stored as a track. */
export const onTracks = statement(`
(SELECT i.id FROM issue AS i
  WHERE i.repository_id = :repository AND lower(i.track) IN (SELECT lower(t COLLATE "C") FROM unnest(:tracks::text[]) AS t)
    AND i.state = 'open' AND i.kind = 'task'
  ORDER BY i.created_at DESC LIMIT ${maxReached})
UNION (SELECT id FROM (
  SELECT DISTINCT d.id, d.created_at FROM interest AS t JOIN issue AS d ON d.id = t.from_id AND ${concerns}
  WHERE t.repository_id = :repository AND lower(t.track) IN (SELECT lower(w COLLATE "C") FROM unnest(:tracks::text[]) AS w)
) AS d ORDER BY created_at DESC LIMIT ${maxReached})`);
