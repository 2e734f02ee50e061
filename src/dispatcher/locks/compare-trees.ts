/**
 * Finds out from the trees of head and base whether a pull request can change a locked path, a level of folders a request:
 * folders with the same id have the same content. The list of its files would cost a request for each hundred.
 */
import { foldName } from "../../base/glob/fold-name.ts";
import type { RepositorySeen } from "../../engine/model/fact.ts";
import type { FolderEntry, OpenPull, PullReader } from "../ports/pulls.ts";

/** Deeper locks, and more folders that differ on the way to them, are left to the list of files. */
const maxLevels = 8;
const maxFolders = 20;

/** What may be in the way, and where to look next. */
interface Level {
  readonly mayTouch: boolean;
  readonly folders: readonly string[];
}

/**
 * Whether head and base show the same at all these prefixes: merging it then changes nothing there. False if that cannot
 * be told. Throws `RequestFailed`.
 */
export async function isApart(
  tracker: Pick<PullReader, "foldersAt">,
  repository: RepositorySeen,
  { headSha, baseSha }: Pick<OpenPull, "headSha" | "baseSha">,
  prefixes: readonly string[],
): Promise<boolean> {
  if (prefixes.length === 0) return true;
  if (baseSha === undefined) return false;
  let folders: readonly string[] = [""];
  for (let level = 0; level < maxLevels && folders.length > 0; level++) {
    if (folders.length > maxFolders) return false;
    const found = await tracker.foldersAt(repository, [headSha, baseSha], folders);
    const levels = folders.map((folder, at) => {
      const [head, base] = found[at] ?? [];
      // The root of a commit that GitHub does not have is no empty folder.
      if (folder === "" && (head === undefined || base === undefined)) return undefined;
      return compareFolder(folder, head ?? [], base ?? [], prefixes);
    });
    if (levels.some((each) => each === undefined || each.mayTouch)) return false;
    folders = levels.flatMap((each) => each?.folders ?? []);
  }
  return folders.length === 0;
}

function compareFolder(
  folder: string,
  head: readonly FolderEntry[],
  base: readonly FolderEntry[],
  prefixes: readonly string[],
): Level {
  const before = new Map(base.map((entry) => [entry.name, entry]));
  const after = new Map(head.map((entry) => [entry.name, entry]));
  const names = [...new Set([...before.keys(), ...after.keys()])].filter((name) => {
    const [a, b] = [before.get(name), after.get(name)];
    return a?.oid !== b?.oid || a?.isFolder !== b?.isFolder;
  });
  const folders: string[] = [];
  for (const name of names) {
    const path = folder === "" ? name : `${folder}/${name}`;
    const folded = foldName(path);
    if (prefixes.some((prefix) => folded.startsWith(prefix))) return { mayTouch: true, folders: [] };
    const isFolder = before.get(name)?.isFolder === true || after.get(name)?.isFolder === true;
    if (isFolder && prefixes.some((prefix) => prefix.startsWith(`${folded}/`))) folders.push(path);
  }
  return { mayTouch: false, folders };
}
