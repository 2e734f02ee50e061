/** Profiles of agents and skills, as last read. A cache: it may be deleted and is read again. */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Guide, GuideKind, KeptGuides } from "../../../coordinator/guides/guide.ts";
import type { RepositoryId } from "../../../engine/model/fact.ts";
import { optional, type Row, text } from "../database/row.ts";

export class GuideTable {
  readonly #made: StatementSync;
  readonly #one: StatementSync;
  readonly #all: StatementSync;
  readonly #saveMade: StatementSync;
  readonly #forget: StatementSync;
  readonly #add: StatementSync;
  readonly #skills: StatementSync;

  constructor(database: DatabaseSync) {
    this.#made = database.prepare("SELECT made FROM guides_read WHERE repository_id = ?");
    this.#one = database.prepare("SELECT guide FROM guide WHERE repository_id = ? AND kind = ? AND name = ?");
    this.#all = database.prepare("SELECT guide FROM guide WHERE repository_id = ? ORDER BY kind, name");
    this.#saveMade = database.prepare("REPLACE INTO guides_read (repository_id, made) VALUES (?, ?)");
    this.#forget = database.prepare("DELETE FROM guide WHERE repository_id = ?");
    this.#add = database.prepare("INSERT INTO guide (repository_id, kind, name, guide) VALUES (?, ?, ?, ?)");
    this.#skills = database.prepare(
      "SELECT DISTINCT skill FROM issue WHERE repository_id = ? AND skill IS NOT NULL ORDER BY skill LIMIT ?",
    );
  }

  made(repositoryId: RepositoryId): string | undefined {
    return optional(text, this.#made.get(repositoryId), "made");
  }

  /** The profile of an agent, and a skill. */
  named(
    repositoryId: RepositoryId,
    agent: string | undefined,
    skill: string | undefined,
  ): { readonly profile?: Guide; readonly skill?: Guide } {
    const found = (kind: GuideKind, name: string | undefined): Guide | undefined =>
      name === undefined ? undefined : this.#of(repositoryId, kind, name);
    const profile = found("profile", agent);
    const named = found("skill", skill);
    return { ...(profile && { profile }), ...(named && { skill: named }) };
  }

  #of(repositoryId: RepositoryId, kind: GuideKind, name: string): Guide | undefined {
    const row = this.#one.get(repositoryId, kind, name);
    return row === undefined ? undefined : guideIn(row);
  }

  all(repositoryId: RepositoryId): readonly Guide[] {
    return this.#all.all(repositoryId).map(guideIn);
  }

  save(repositoryId: RepositoryId, { made, guides }: KeptGuides): void {
    this.#saveMade.run(repositoryId, made);
    this.#forget.run(repositoryId);
    for (const guide of guides) this.#add.run(repositoryId, guide.kind, guide.name, JSON.stringify(guide));
  }

  /** The skills that open tasks name. */
  skillsNamed(repositoryId: RepositoryId, limit: number): readonly string[] {
    return this.#skills.all(repositoryId, limit).map((row) => text(row, "skill"));
  }
}

function guideIn(row: Row): Guide {
  const guide: Guide = JSON.parse(text(row, "guide"));
  return guide;
}
