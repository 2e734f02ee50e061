/**
 * Keeps the context stores of repositories at the commits that their settings were read at. Do not read a
 * branch's head again here: rules and documents would come from two commits, and a quiet repository would
 * cost requests.
 */
import { messageOf } from "../../base/errors.ts";
import type { RepositoryId, RepositorySeen } from "../../engine/model/fact.ts";
import type {
  ContextFile,
  ContextHead,
  CoordinatorPorts,
  Questions,
  Skipped,
  StoredContext,
} from "../ports.ts";

export interface ContextStores {
  /**
   * The repositories that a repository's questions are answered from: its own first, then those that share
   * with it.
   */
  readonly sourcesOf: (repository: RepositorySeen) => readonly RepositorySeen[];
  /**
   * Updates what is out of date, and resolves to what is stored then. What cannot be read now is retried the
   * next time; until then the stored files are used.
   */
  readonly refresh: (sources: readonly RepositorySeen[]) => Promise<ReadonlyMap<RepositoryId, ContextHead>>;
  /** Whether the last refresh of each succeeded. */
  readonly areCurrent: (sources: readonly RepositorySeen[]) => boolean;
}

/** The repository itself, then those of its settings' `context.also` that share. */
export function sourcesFor(
  {
    store,
    settingsOf,
  }: Pick<CoordinatorPorts, "settingsOf"> & { readonly store: Pick<Questions, "repositories"> },
  repository: RepositorySeen,
): readonly RepositorySeen[] {
  const wanted = settingsOf(repository.id).context.also.map((name) => name.toLowerCase());
  const others = store
    .repositories()
    .filter(
      ({ id, owner, name }) => id !== repository.id && wanted.includes(`${owner}/${name}`.toLowerCase()),
    );
  return [repository, ...others.filter((other) => settingsOf(other.id).context.shareable)];
}

type Needs = Pick<CoordinatorPorts, "store" | "source" | "settingsOf" | "headOf" | "reports" | "clock">;

export function createContextStores(ports: Needs): ContextStores {
  const { store, reports } = ports;
  const unread = new Set<RepositoryId>();

  async function refreshOne(source: RepositorySeen, head: ContextHead | undefined): Promise<void> {
    try {
      await refreshStore(ports, source, head);
      unread.delete(source.id);
    } catch (thrown) {
      unread.add(source.id);
      const repository = `${source.owner}/${source.name}`;
      reports.logger.warn({ repository, error: messageOf(thrown) }, "the context store could not be read");
    }
  }

  return {
    sourcesOf: (repository) => sourcesFor(ports, repository),
    refresh: async (sources) => {
      const ids = sources.map(({ id }) => id);
      const heads = await store.contextHeads(ids);
      for (const source of sources) await refreshOne(source, heads.get(source.id));
      return store.contextHeads(ids);
    },
    areCurrent: (sources) => sources.every(({ id }) => !unread.has(id)),
  };
}

/** Rejects if GitHub cannot be read. */
async function refreshStore(
  ports: Needs,
  repository: RepositorySeen,
  head: ContextHead | undefined,
): Promise<void> {
  const { store, source, settingsOf, headOf } = ports;
  const commit = headOf(repository.id);
  const { paths } = settingsOf(repository.id).context;
  if (commit === undefined || (head?.commit === commit && sameList(head.paths, paths))) return;
  const { files, skipped } = await source.list(repository, commit, paths);
  const before = (head && (await store.contexts([repository.id])))?.get(repository.id);
  const { kept, unreadable } = await withTexts(ports, repository, files, before);
  await store.keepContext(repository.id, { commit, paths, files: kept });
  await tellSkipped(ports, repository, commit, [...skipped, ...unreadable]);
}

/** Requests only the texts that are not stored yet. */
async function withTexts(
  { source }: Needs,
  repository: RepositorySeen,
  files: readonly ContextFile[],
  before: StoredContext | undefined,
): Promise<{ readonly kept: StoredContext["files"]; readonly unreadable: readonly Skipped[] }> {
  const known = new Map(before?.files.map(({ oid, text }) => [oid, text]));
  const missing = new Map(files.filter(({ oid }) => !known.has(oid)).map((file) => [file.oid, file]));
  const { texts, skipped } = await source.read(repository, [...missing.values()]);
  const kept = files.flatMap((file) => {
    const text = known.get(file.oid) ?? texts.get(file.oid);
    return text === undefined ? [] : [{ ...file, text }];
  });
  return { kept, unreadable: skipped };
}

/** How many names of skipped files are shown. */
const shown = 20;

async function tellSkipped(
  { reports: { note, logger }, clock }: Needs,
  { id, owner, name }: RepositorySeen,
  commit: string,
  skipped: readonly Skipped[],
): Promise<void> {
  if (skipped.length === 0) return;
  logger.warn({ repository: `${owner}/${name}`, commit, skipped: skipped.length }, "files skipped");
  const list = skipped.slice(0, shown).map(({ path, why }) => `${path} ${why}`);
  const more = skipped.length > shown ? `, and ${skipped.length - shown} more` : "";
  await note({
    at: clock.now(),
    repositoryId: id,
    issueId: undefined,
    kind: "context-skipped",
    because: `${list.join(", ")}${more}.`,
    what: `read the context store at ${commit} without them`,
  });
}

function sameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((item, i) => item === b[i]);
}
