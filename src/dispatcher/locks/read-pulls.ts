/**
 * Reads the open pull requests of a repository, and the files of those that show something else than before and may
 * change a locked path. What that costs counts against the share of each pull request's author.
 */
import type { Millis } from "../../base/clock.ts";
import { coverPrefixes } from "../../engine/locks/locked-prefixes.ts";
import type { RepositorySeen } from "../../engine/model/fact.ts";
import type { OpenPull, PullReader, PullStore, StoredPull } from "../ports/pulls.ts";
import type { ReadShares, Spender } from "../shares/read-shares.ts";
import { isApart } from "./compare-trees.ts";

/** GitHub lists no more files of a pull request, however often it is asked. */
const maxFiles = 3_000;
/** GitHub lists this many a request. Comparing trees instead costs about as much for fewer. */
const filesPerRequest = 100;

export interface ReadPulls {
  readonly pulls: readonly StoredPull[];
  /** When an author's share has room for what was not read now; undefined if everything was. */
  readonly retryAt: Millis | undefined;
}

interface ReadPull {
  readonly pull: StoredPull;
  readonly retryAt?: Millis;
}

export class PullsReader {
  readonly #tracker: PullReader;
  readonly #store: Pick<PullStore, "savePull" | "dropPulls">;
  readonly #shares: Pick<ReadShares, "take">;

  constructor(
    tracker: PullReader,
    store: Pick<PullStore, "savePull" | "dropPulls">,
    shares: Pick<ReadShares, "take">,
  ) {
    this.#tracker = tracker;
    this.#store = store;
    this.#shares = shares;
  }

  /**
   * Lists those that are open now.
   * @param stored what is known of them from before
   * @param locked what the locked paths begin with
   */
  async list(
    repository: RepositorySeen,
    stored: readonly StoredPull[],
    locked: readonly string[],
  ): Promise<ReadPulls> {
    const known = new Map(stored.map((pull) => [pull.number, pull]));
    const listed = await this.#tracker.openPulls(repository);
    const open = new Set(listed.map(({ number }) => number));
    const closed = stored.flatMap(({ number }) => (open.has(number) ? [] : number));
    await this.#store.dropPulls(repository.id, closed);
    const read: ReadPull[] = [];
    for (const each of listed) read.push(await this.#read(repository, each, known.get(each.number), locked));
    return gather(read);
  }

  /** The stored ones, with what has to be read because more is locked than when they were compared, or was put off. */
  async complete(
    repository: RepositorySeen,
    stored: readonly StoredPull[],
    locked: readonly string[],
  ): Promise<ReadPulls> {
    const read: ReadPull[] = [];
    for (const pull of stored)
      read.push(isKnown(pull, locked) ? { pull } : await this.#read(repository, pull, pull, locked));
    return gather(read);
  }

  async #read(
    repository: RepositorySeen,
    open: OpenPull,
    before: StoredPull | undefined,
    locked: readonly string[],
  ): Promise<ReadPull> {
    if (before !== undefined && isSameChange(before, open) && isKnown(before, locked)) {
      const pull = { ...before, closes: open.closes };
      if (String(before.closes) !== String(open.closes)) await this.#store.savePull(repository.id, pull);
      return { pull };
    }
    const shown = before?.headSha === open.headSha ? shownIn(before) : {};
    const { retryAt, ...files } = await this.#readFiles(repository, open, locked);
    const pull = { ...describe(open), ...files, ...shown };
    await this.#store.savePull(repository.id, pull);
    return retryAt === undefined ? { pull } : { pull, retryAt };
  }

  async #readFiles(
    repository: RepositorySeen,
    open: OpenPull,
    locked: readonly string[],
  ): Promise<Pick<StoredPull, "files" | "isWhole" | "apartFrom" | "isPutOff"> & { retryAt?: Millis }> {
    const author = authorIn(open);
    const isLarge = open.changedFiles > filesPerRequest;
    const notYet = await this.#shares.take(repository, author, 1);
    if (notYet !== undefined) return { ...unread, retryAt: notYet };
    if (isLarge && (await isApart(this.#tracker, repository, open, locked)))
      return { files: [], isWhole: true, apartFrom: locked };
    // The first point is counted already.
    const further = Math.ceil(Math.min(open.changedFiles, maxFiles) / filesPerRequest) - 1;
    const retryAt = further < 1 ? undefined : await this.#shares.take(repository, author, further);
    if (retryAt !== undefined) return { ...unread, retryAt };
    const { paths, count } = await this.#tracker.pullFiles(repository, open.number);
    return { files: paths, isWhole: count === open.changedFiles };
  }
}

/** What was not compared is never called success. */
const unread = { files: [], isWhole: false, isPutOff: true } as const;

function gather(read: readonly ReadPull[]): ReadPulls {
  const waits = read.flatMap(({ retryAt }) => retryAt ?? []);
  return {
    pulls: read.map(({ pull }) => pull),
    retryAt: waits.length === 0 ? undefined : Math.min(...waits),
  };
}

/** A pull request that is retargeted changes other files at the same head. */
function isSameChange(before: StoredPull, { headSha, base, changedFiles }: OpenPull): boolean {
  return before.headSha === headSha && before.base === base && before.changedFiles === changedFiles;
}

/** Whether it is known how far it changes locked paths, or GitHub does not tell more. */
function isKnown({ isWhole, files, apartFrom }: StoredPull, locked: readonly string[]): boolean {
  if (apartFrom !== undefined) return coverPrefixes(apartFrom, locked);
  return isWhole || files.length >= maxFiles;
}

function shownIn({ shown }: StoredPull): Pick<StoredPull, "shown"> {
  return shown === undefined ? {} : { shown };
}

function describe(open: OpenPull): OpenPull {
  const { number, headSha, base, baseSha, changedFiles, closes, author, authorLogin } = open;
  return {
    number,
    headSha,
    base,
    changedFiles,
    closes,
    ...(baseSha === undefined ? {} : { baseSha }),
    ...(author === undefined ? {} : { author }),
    ...(authorLogin === undefined ? {} : { authorLogin }),
  };
}

function authorIn({ author, authorLogin }: OpenPull): Spender {
  return author === undefined || authorLogin === undefined ? undefined : { id: author, login: authorLogin };
}
