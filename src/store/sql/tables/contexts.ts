/**
 * The context store of each repository, one row a file. Passages are not stored: they are derived from the
 * texts, and the next release may split them differently.
 */
import { oneOf, type Row, text } from "../../../base/row.ts";
import type { ContextHead, StoredContext } from "../../../coordinator/ports.ts";
import type { RepositoryId } from "../../../engine/model/fact.ts";
import { all, type Op, run, sql } from "../op.ts";

const heads = sql(
  "SELECT repository_id, commit_id, paths FROM context WHERE repository_id = ANY(:ids::text[])",
);
const files = sql(`
SELECT repository_id, path, oid, use, text FROM context_file WHERE repository_id = ANY(:ids::text[]) ORDER BY path`);
const saveHead = sql(`
INSERT INTO context (repository_id, commit_id, paths) VALUES (:repository, :commit, :paths)
ON CONFLICT (repository_id) DO UPDATE SET commit_id = excluded.commit_id, paths = excluded.paths`);
const forget = sql("DELETE FROM context_file WHERE repository_id = :repository");
const add = sql(`
INSERT INTO context_file (repository_id, path, oid, use, text)
SELECT :repository, f.* FROM rows(:paths::text[], :oids::text[], :uses::text[], :texts::text[]) AS f`);

export function* headsOf(ids: readonly RepositoryId[]): Op<ReadonlyMap<RepositoryId, ContextHead>> {
  const rows = ids.length === 0 ? [] : yield* all(heads, { ids });
  return new Map(
    rows.map((row) => {
      const paths: readonly string[] = JSON.parse(text(row, "paths"));
      return [text(row, "repository_id"), { commit: text(row, "commit_id"), paths }];
    }),
  );
}

export function* contextsOf(ids: readonly RepositoryId[]): Op<ReadonlyMap<RepositoryId, StoredContext>> {
  const found = yield* headsOf(ids);
  const rows = found.size === 0 ? [] : yield* all(files, { ids: [...found.keys()] });
  const byRepository = Map.groupBy(rows, (row) => text(row, "repository_id"));
  return new Map(
    [...found].map(([id, head]) => [id, { ...head, files: (byRepository.get(id) ?? []).map(fileIn) }]),
  );
}

export function* saveContext(repository: RepositoryId, kept: StoredContext): Op<void> {
  const { commit, paths, files: listed } = kept;
  yield* run(saveHead, { repository, commit, paths: JSON.stringify(paths) });
  yield* run(forget, { repository });
  yield* run(add, {
    repository,
    paths: listed.map(({ path }) => path),
    oids: listed.map(({ oid }) => oid),
    uses: listed.map(({ use }) => use),
    texts: listed.map((file) => file.text),
  });
}

function fileIn(row: Row): StoredContext["files"][number] {
  return {
    path: text(row, "path"),
    oid: text(row, "oid"),
    use: oneOf(row, "use", ["quoted", "manifest"]),
    text: text(row, "text"),
  };
}
