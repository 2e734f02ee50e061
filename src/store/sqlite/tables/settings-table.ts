/**
 * The settings of each repository: the last valid file, not the newest one. Cached, because every issue that is
 * read and every role depends on them.
 */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { z } from "zod";
import type { SettingsAuthority, StoredSettings } from "../../../dispatcher/ports/settings.ts";
import type { RepositoryId } from "../../../engine/model/fact.ts";
import { optional, text } from "../database/row.ts";

const authorityShape = z.object({
  commit: z.string().optional(),
  stay: z.string().optional(),
  at: z.number(),
  branch: z.string().optional(),
  move: z.string().optional(),
  waiting: z
    .object({
      ...{ key: z.string(), text: z.string().optional(), by: z.string().optional(), since: z.number() },
      isDoubtful: z.literal(true).optional(),
      issue: z.object({ id: z.string(), number: z.number() }).optional(),
    })
    .optional(),
});

function readAuthority(written: string | undefined): SettingsAuthority | undefined {
  if (written === undefined) return undefined;
  const { commit, waiting, ...rest } = authorityShape.parse(JSON.parse(written));
  const { text, by, ...asked } = waiting ?? { key: "", since: 0 };
  return { ...rest, commit, ...(waiting === undefined ? {} : { waiting: { ...asked, text, by } }) };
}

export class SettingsTable {
  readonly #one: StatementSync;
  readonly #save: StatementSync;
  readonly #read = new Map<RepositoryId, StoredSettings | undefined>();

  constructor(database: DatabaseSync) {
    this.#one = database.prepare("SELECT * FROM settings WHERE repository_id = ?");
    this.#save = database.prepare(
      "REPLACE INTO settings (repository_id, commit_id, text, problem, authority) VALUES (?, ?, ?, ?, ?)",
    );
  }

  of(repositoryId: RepositoryId): StoredSettings | undefined {
    if (!this.#read.has(repositoryId)) this.#read.set(repositoryId, this.#readRow(repositoryId));
    return this.#read.get(repositoryId);
  }

  /** Past the cache: for readers that do not learn of what others save. */
  read(repositoryId: RepositoryId): StoredSettings | undefined {
    return this.#readRow(repositoryId);
  }

  /** After a rollback: what was cached may have been undone. */
  forget(): void {
    this.#read.clear();
  }

  #readRow(repositoryId: RepositoryId): StoredSettings | undefined {
    const row = this.#one.get(repositoryId);
    if (row === undefined) return undefined;
    const cell = (name: string): string | undefined => optional(text, row, name);
    const authority = readAuthority(cell("authority"));
    return {
      ...{ commit: cell("commit_id"), text: cell("text"), problem: cell("problem") },
      ...(authority === undefined ? {} : { authority }),
    };
  }

  save(repositoryId: RepositoryId, { commit, text, problem, authority }: StoredSettings): void {
    this.#read.delete(repositoryId);
    const written = authority === undefined ? null : JSON.stringify(authority);
    this.#save.run(repositoryId, commit ?? null, text ?? null, problem ?? null, written);
  }
}
