/**
 * Branches and tags. They are rows, not files, so that a ref moves in the same transaction as its webhooks.
 */
import { type Row, text } from "../row.ts";
import type { State } from "../state.ts";

export interface GitRef {
  /** Whole, for example `refs/heads/main`. */
  readonly name: string;
  readonly sha: string;
}

const toRef = (row: Row): GitRef => ({ name: text(row, "name"), sha: text(row, "sha") });

/** @param name whole, for example `refs/heads/main` */
export function refSha(state: State, repositoryId: number, name: string): string | undefined {
  const row = state.get("SELECT sha FROM git_refs WHERE repository_id = ? AND name = ?", repositoryId, name);
  return row && text(row, "sha");
}

/** All refs with this prefix, by name. @param prefix for example `refs/heads/` */
export function refsUnder(state: State, repositoryId: number, prefix: string): readonly GitRef[] {
  return state
    .all(
      "SELECT name, sha FROM git_refs WHERE repository_id = ? AND substr(name, 1, length(?2)) = ?2 ORDER BY name",
      repositoryId,
      prefix,
    )
    .map(toRef);
}

export function setRef(state: State, repositoryId: number, name: string, sha: string): void {
  state.run("INSERT OR REPLACE INTO git_refs VALUES (?, ?, ?)", repositoryId, name, sha);
}

export function dropRef(state: State, repositoryId: number, name: string): void {
  state.run("DELETE FROM git_refs WHERE repository_id = ? AND name = ?", repositoryId, name);
}
