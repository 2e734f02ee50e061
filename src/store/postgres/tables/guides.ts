/** Profiles of agents and skills, as last read. A cache: it may be deleted and is read again. */
import { optional, type Row, text } from "../../../base/row.ts";
import type { Guide, KeptGuides } from "../../../coordinator/guides/guide.ts";
import type { RepositoryId } from "../../../engine/model/fact.ts";
import type { Guides, GuidesWanted } from "../../../operations/brief/guide-board.ts";
import type { Queries } from "../database/connection.ts";
import { statement } from "../database/statement.ts";

const made = statement("SELECT made FROM guides_read WHERE repository_id = :repository");
const all = statement("SELECT guide FROM guide WHERE repository_id = :repository ORDER BY kind, name");
const named = statement(`
SELECT guide FROM guide
WHERE repository_id = :repository AND ((kind = 'profile' AND name = :agent) OR (kind = 'skill' AND name = :skill))`);
const skills = statement(`
SELECT DISTINCT skill FROM issue WHERE repository_id = :repository AND skill IS NOT NULL ORDER BY skill LIMIT :limit`);
const saveMade = statement(`
INSERT INTO guides_read (repository_id, made) VALUES (:repository, :made)
ON CONFLICT (repository_id) DO UPDATE SET made = excluded.made`);
const forget = statement("DELETE FROM guide WHERE repository_id = :repository");
const add = statement(`
INSERT INTO guide (repository_id, kind, name, guide)
SELECT :repository, * FROM unnest(:kinds::text[], :names::text[], :guides::text[])`);

export async function guidesMade(queries: Queries, repository: RepositoryId): Promise<string | undefined> {
  return optional(text, await queries.one(made, { repository }), "made");
}

/** The profile of an agent, and a skill. */
export async function guidesNamed(
  queries: Queries,
  repository: RepositoryId,
  { agent, skill }: GuidesWanted,
): Promise<Guides> {
  const rows = await queries.all(named, { repository, agent: agent ?? null, skill: skill ?? null });
  return Object.fromEntries(rows.map(guideIn).map((guide) => [guide.kind, guide]));
}

export async function guidesOf(queries: Queries, repository: RepositoryId): Promise<readonly Guide[]> {
  return (await queries.all(all, { repository })).map(guideIn);
}

export async function saveGuides(
  queries: Queries,
  repository: RepositoryId,
  kept: KeptGuides,
): Promise<void> {
  await queries.run(saveMade, { repository, made: kept.made });
  await queries.run(forget, { repository });
  await queries.run(add, {
    repository,
    kinds: kept.guides.map(({ kind }) => kind),
    names: kept.guides.map(({ name }) => name),
    guides: kept.guides.map((guide) => JSON.stringify(guide)),
  });
}

/** The skills that open tasks require. */
export async function skillsNamed(
  queries: Queries,
  repository: RepositoryId,
  limit: number,
): Promise<readonly string[]> {
  return (await queries.all(skills, { repository, limit })).map((row) => text(row, "skill"));
}

function guideIn(row: Row): Guide {
  const guide: Guide = JSON.parse(text(row, "guide"));
  return guide;
}
