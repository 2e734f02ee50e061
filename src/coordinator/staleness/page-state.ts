/** Compares what a page is about at two commits: where it was last verified, and now. */
import { coversFile, filePath } from "../../base/glob/overlap.ts";
import type { PageScope } from "./page-scope.ts";

/** The files of a commit: Git's id of the content, by path. */
export type FilesAt = ReadonlyMap<string, string>;

export type PageState =
  | { readonly type: "current"; readonly verified: string }
  | {
      readonly type: "stale";
      readonly verified: string;
      /** The files that were added, changed or removed since, in order. */
      readonly changed: readonly string[];
    }
  | { readonly type: "never verified" }
  /** Its commit is not known here, so nothing can be compared. */
  | { readonly type: "unknown commit"; readonly verified: string }
  | { readonly type: "nothing to compare" };

/**
 * Compares contents, not histories: a change that was taken back is none, and a commit that a squash replaced still
 * counts while Git has it.
 *
 * @param before the files at `scope.verified`; undefined if there is no such commit
 */
export function pageState(scope: PageScope, before: FilesAt | undefined, now: FilesAt): PageState {
  const { about, verified } = scope;
  if (about.length === 0) return { type: "nothing to compare" };
  if (verified === undefined) return { type: "never verified" };
  if (before === undefined) return { type: "unknown commit", verified };
  const changed = changedPaths(before, now).filter((path) => {
    const file = filePath(path);
    return about.some((glob) => coversFile(glob, file));
  });
  return changed.length === 0 ? { type: "current", verified } : { type: "stale", verified, changed };
}

function changedPaths(before: FilesAt, now: FilesAt): readonly string[] {
  const changed: string[] = [];
  for (const [path, oid] of now) if (before.get(path) !== oid) changed.push(path);
  for (const path of before.keys()) if (!now.has(path)) changed.push(path);
  return changed.sort();
}
