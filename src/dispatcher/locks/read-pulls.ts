/** Reads the open pull requests of a repository, and the files of those that show something else than before. */
import type { RepositorySeen } from "../../engine/model/fact.ts";
import type { OpenPull, PullReader, PullStore, StoredPull } from "../ports/pulls.ts";

/** @param stored what is known of them from before */
export type ReadPulls = (
  repository: RepositorySeen,
  stored: readonly StoredPull[],
) => Promise<readonly StoredPull[]>;

/** GitHub lists no more files of a pull request, however often it is asked. */
const maxFiles = 3_000;

export function createReadPulls(
  tracker: PullReader,
  store: Pick<PullStore, "savePull" | "dropPulls">,
): ReadPulls {
  async function read(repository: RepositorySeen, open: OpenPull, before: StoredPull | undefined) {
    const isSameHead = before?.headSha === open.headSha;
    if (before !== undefined && hasSameFiles(before, open)) {
      const again = { ...before, closes: open.closes };
      if (String(before.closes) !== String(open.closes)) await store.savePull(repository.id, again);
      return again;
    }
    const { paths, count } = await tracker.pullFiles(repository, open.number);
    const shown = isSameHead && before.shown !== undefined ? { shown: before.shown } : {};
    const found = { ...open, files: paths, isWhole: count === open.changedFiles, ...shown };
    await store.savePull(repository.id, found);
    return found;
  }

  return async (repository, stored) => {
    const known = new Map(stored.map((pull) => [pull.number, pull]));
    const listed = await tracker.openPulls(repository);
    const open = new Set(listed.map(({ number }) => number));
    await store.dropPulls(
      repository.id,
      stored.flatMap(({ number }) => (open.has(number) ? [] : number)),
    );
    const found: StoredPull[] = [];
    for (const each of listed) found.push(await read(repository, each, known.get(each.number)));
    return found;
  };
}

/** A pull request that is retargeted changes other files at the same head. */
function hasSameFiles(before: StoredPull, { headSha, base, changedFiles }: OpenPull): boolean {
  const isRead = before.isWhole || before.files.length >= maxFiles;
  return isRead && before.headSha === headSha && before.base === base && before.changedFiles === changedFiles;
}
