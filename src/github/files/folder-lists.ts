/**
 * Lists folders of repositories at a commit. A commit never changes, so what was listed at it is not asked for again;
 * at a new commit the first request brings all folders that the requests before it wanted, level by level.
 */
import type { RepositoryId, RepositorySeen } from "../../engine/model/fact.ts";
import type { Client } from "../transport/client.ts";
import type { ContextFileEntry } from "./context-files.ts";
import { readFolders } from "./folders.ts";

/** Folders of one request at most, those that are only likely to be wanted among them. */
const maxFolders = 40;
/** Repositories of which lists are kept. */
const maxRepositories = 100;
/** A larger folder is listed again each time. */
const maxKeptEntries = 1_000;

type Entries = readonly ContextFileEntry[];

/** What is known of one repository. */
interface Lists {
  readonly commit: string;
  readonly entries: ReadonlyMap<string, Entries>;
  /** The folders asked for last, at whatever commit, the newest first. */
  readonly wanted: readonly string[];
}

export class FolderLists {
  readonly #client: Pick<Client, "query">;
  readonly #lists = new Map<RepositoryId, Lists>();

  constructor(client: Pick<Client, "query">) {
    this.#client = client;
  }

  /** What is in these folders. One that is not there has no entries. Throws `RequestFailed`. */
  async list(
    repository: Pick<RepositorySeen, "id" | "installationId">,
    commit: string,
    folders: readonly string[],
  ): Promise<Entries> {
    const { known, wanted } = this.#look(repository.id, commit);
    const unlisted = folders.filter((folder) => !known.has(folder));
    if (unlisted.length === 0) return folders.flatMap((folder) => known.get(folder) ?? []);
    const likely = wanted.filter((folder) => !known.has(folder) && !unlisted.includes(folder));
    const asked = [...unlisted, ...likely.slice(0, Math.max(0, maxFolders - unlisted.length))];
    const read = await readFolders(this.#client, repository, { commit, folders: asked });
    const listed = new Map([...known, ...read.lists]);
    if (read.isWhole) this.#keep(repository.id, { commit, entries: listed, wanted: newest(folders, wanted) });
    return folders.flatMap((folder) => listed.get(folder) ?? []);
  }

  #look(
    id: RepositoryId,
    commit: string,
  ): { readonly known: ReadonlyMap<string, Entries>; readonly wanted: readonly string[] } {
    const lists = this.#lists.get(id);
    return { known: lists?.commit === commit ? lists.entries : new Map(), wanted: lists?.wanted ?? [] };
  }

  #keep(id: RepositoryId, { commit, entries, wanted }: Lists): void {
    const small = [...entries].filter(([, { length }]) => length <= maxKeptEntries);
    this.#lists.delete(id);
    this.#lists.set(id, { commit, entries: new Map(small), wanted });
    const [oldest] = this.#lists.keys();
    if (oldest !== undefined && this.#lists.size > maxRepositories) this.#lists.delete(oldest);
  }
}

function newest(folders: readonly string[], before: readonly string[]): readonly string[] {
  return [...new Set([...folders, ...before])].slice(0, maxFolders);
}
