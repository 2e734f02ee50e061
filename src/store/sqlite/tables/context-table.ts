/**
 * The context store of each repository, one row a file. Passages are not stored: they are derived from the
 * texts, and the next release may split them differently.
 */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { ContextHead, StoredContext } from "../../../coordinator/ports.ts";
import type { RepositoryId } from "../../../engine/model/fact.ts";
import { oneOf, type Row, text } from "../database/row.ts";

type File = StoredContext["files"][number];

export class ContextTable {
  readonly #head: StatementSync;
  readonly #saveHead: StatementSync;
  readonly #files: StatementSync;
  readonly #forget: StatementSync;
  readonly #add: StatementSync;

  constructor(database: DatabaseSync) {
    this.#head = database.prepare("SELECT commit_id, paths FROM context WHERE repository_id = ?");
    this.#saveHead = database.prepare(
      "REPLACE INTO context (repository_id, commit_id, paths) VALUES (?, ?, ?)",
    );
    this.#files = database.prepare(
      "SELECT path, oid, use, text FROM context_file WHERE repository_id = ? ORDER BY path",
    );
    this.#forget = database.prepare("DELETE FROM context_file WHERE repository_id = ?");
    this.#add = database.prepare(
      "INSERT INTO context_file (repository_id, path, oid, use, text) VALUES (?, ?, ?, ?, ?)",
    );
  }

  head(repositoryId: RepositoryId): ContextHead | undefined {
    const row = this.#head.get(repositoryId);
    if (row === undefined) return undefined;
    const paths: readonly string[] = JSON.parse(text(row, "paths"));
    return { commit: text(row, "commit_id"), paths };
  }

  of(repositoryId: RepositoryId): StoredContext | undefined {
    const head = this.head(repositoryId);
    return head === undefined ? undefined : { ...head, files: this.#files.all(repositoryId).map(fileIn) };
  }

  ofAll(repositoryIds: readonly RepositoryId[]): ReadonlyMap<RepositoryId, StoredContext> {
    return found(repositoryIds, (id) => this.of(id));
  }

  headsOf(repositoryIds: readonly RepositoryId[]): ReadonlyMap<RepositoryId, ContextHead> {
    return found(repositoryIds, (id) => this.head(id));
  }

  save(repositoryId: RepositoryId, { commit, paths, files }: StoredContext): void {
    this.#saveHead.run(repositoryId, commit, JSON.stringify(paths));
    this.#forget.run(repositoryId);
    for (const { path, oid, use, text: content } of files)
      this.#add.run(repositoryId, path, oid, use, content);
  }
}

/** One look-up each: a repository's questions are answered from a few. */
function found<Id, T>(ids: readonly Id[], read: (id: Id) => T | undefined): ReadonlyMap<Id, T> {
  return new Map(
    ids.flatMap((id) => {
      const one = read(id);
      return one === undefined ? [] : [[id, one]];
    }),
  );
}

function fileIn(row: Row): File {
  return {
    path: text(row, "path"),
    oid: text(row, "oid"),
    use: oneOf(row, "use", ["quoted", "manifest"]),
    text: text(row, "text"),
  };
}
