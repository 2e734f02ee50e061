/** Profiles of agents and skills, as last read. A cache: it may be deleted and is read again. */
import { optional, type Row, text } from "../../../base/row.ts";
import type { Guide, KeptGuides } from "../../../coordinator/guides/guide.ts";
import type { RepositoryId } from "../../../engine/model/fact.ts";
import type { Guides, GuidesWanted } from "../../../operations/brief/guide-board.ts";
import { type Op, one, all as rowsOf, run, sql } from "../op.ts";

const made = sql("SELECT made FROM guides_read WHERE repository_id = :repository");
const all = sql("SELECT guide FROM guide WHERE repository_id = :repository ORDER BY kind, name");
const named = sql(`
SELECT guide FROM guide
WHERE repository_id = :repository AND ((kind = 'profile' AND name = :agent) OR (kind = 'skill' AND name = :skill))`);
const skills = sql(`
SELECT DISTINCT skill FROM issue WHERE repository_id = :repository AND skill IS NOT NULL ORDER BY skill LIMIT :limit`);
const saveMade = sql(`
INSERT INTO guides_read (repository_id, made) VALUES (:repository, :made)
ON CONFLICT (repository_id) DO UPDATE SET made = excluded.made`);
const forget = sql("DELETE FROM guide WHERE repository_id = :repository");
const add = sql(`
INSERT INTO guide (repository_id, kind, name, guide)
SELECT :repository, g.* FROM rows(:kinds::text[], :names::text[], :guides::text[]) AS g`);

export function* guidesMade(repository: RepositoryId): Op<string | undefined> {
  return optional(text, yield* one(made, { repository }), "made");
}

/** The profile of an agent, and a skill. */
export function* guidesNamed(repository: RepositoryId, { agent, skill }: GuidesWanted): Op<Guides> {
  const rows = yield* rowsOf(named, { repository, agent: agent ?? null, skill: skill ?? null });
  return Object.fromEntries(rows.map(guideIn).map((guide) => [guide.kind, guide]));
}

export function* guidesOf(repository: RepositoryId): Op<readonly Guide[]> {
  return (yield* rowsOf(all, { repository })).map(guideIn);
}

export function* saveGuides(repository: RepositoryId, kept: KeptGuides): Op<void> {
  yield* run(saveMade, { repository, made: kept.made });
  yield* run(forget, { repository });
  yield* run(add, {
    repository,
    kinds: kept.guides.map(({ kind }) => kind),
    names: kept.guides.map(({ name }) => name),
    guides: kept.guides.map((guide) => JSON.stringify(guide)),
  });
}

/** The skills that open tasks require. */
export function* skillsNamed(repository: RepositoryId, limit: number): Op<readonly string[]> {
  return (yield* rowsOf(skills, { repository, limit })).map((row) => text(row, "skill"));
}

function guideIn(row: Row): Guide {
  const guide: Guide = JSON.parse(text(row, "guide"));
  return guide;
}
