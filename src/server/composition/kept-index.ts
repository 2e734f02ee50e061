/**
 * The index that runs without a server pass on to each other, in a file of the repository's Actions cache. Somebody who may
 * write that cache can replace the file or bring an old one back, so it counts only if it is sealed with the key for this
 * repository by the newest run that left its mark.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { IndexMarks, MarkPlace } from "../../github/authorship/index-marks.ts";
import { type OpenedIndex, openSealed, placeIndex, sealIndex } from "../../store/sqlite/sealed-index.ts";
import { packageVersion } from "./package-version.ts";

export interface KeptIndexOptions {
  /** Absolute path of the sealed file, which need not exist. */
  readonly file: string;
  /** Names this run, and no other one; without white space. */
  readonly run: string;
  /** The workflow's file in the repository: its newest commit has the marks. */
  readonly workflow: string;
  /** Whether this run may leave its index for the next one. */
  readonly seals: boolean;
  /** What the run is on, such as `refs/heads/main`; undefined for one by hand. */
  readonly ref: string | undefined;
}

/** What became of the file, for the run's log. */
export type KeptIndexUse = "none" | "used" | "refused";

export class KeptIndex {
  readonly #options: KeptIndexOptions;
  readonly #secret: string;
  readonly #host: string;
  readonly #opened: OpenedIndex | undefined;
  readonly #hasFile: boolean;
  #place: MarkPlace | undefined;
  #use: KeptIndexUse = "none";
  #isBroken = false;

  /** @param host as `signedHost` names it */
  constructor(options: KeptIndexOptions, secret: string, host: string) {
    this.#options = options;
    this.#secret = secret;
    this.#host = host;
    const sealed = readIfThere(options.file);
    this.#hasFile = sealed !== undefined;
    this.#opened = sealed && openSealed(sealed, secret);
  }

  get use(): KeptIndexUse {
    return this.#use;
  }

  /** Why the file was refused, as half a sentence, where that is for more than not being the newest run's. */
  get doubt(): string | undefined {
    return this.#use === "refused" ? this.#place?.doubt : undefined;
  }

  /** Puts the index into `home` if the key opens the file. Whether it counts is not known before `isNewest`. */
  place(home: string): boolean {
    const { label, database } = this.#opened ?? {};
    const isOurs = label?.release === packageVersion() && label.host === this.#host;
    if (isOurs && database !== undefined) placeIndex(home, database);
    return isOurs;
  }

  /**
   * Reads the newest mark. Resolves to whether the file is of the run that left it.
   * @throws RequestFailed
   */
  async isNewest(marks: IndexMarks): Promise<boolean> {
    this.#place = await marks.read(this.#options.workflow);
    const label = this.#opened?.label;
    const isNewest =
      !this.#isBroken &&
      label !== undefined &&
      this.#place?.doubt === undefined &&
      this.#place?.repository.id === label.repositoryId &&
      this.#place.newest?.run === label.run;
    this.#use = isNewest ? "used" : this.#hasFile ? "refused" : "none";
    return isNewest;
  }

  /** It could not be worked with, whatever its mark says. */
  refuse(): void {
    this.#isBroken = true;
  }

  /**
   * Whether `seal` would leave anything. A run on another branch would leave its mark for all and its file in that branch's
   * cache, which the others do not see.
   */
  get seals(): boolean {
    const { seals, ref } = this.#options;
    const place = this.#place;
    if (place === undefined) return false;
    return seals && (ref === undefined || ref === `refs/heads/${place.branch}`);
  }

  /**
   * Leaves the mark, then the file: without its mark it is refused, and without the file the next run reads everything.
   * @param home of the store, closed
   * @throws RequestFailed
   */
  async seal(marks: IndexMarks, home: string): Promise<boolean> {
    const place = this.#place;
    if (place === undefined) return false;
    const { file, run } = this.#options;
    const label = {
      version: 1,
      release: packageVersion(),
      host: this.#host,
      repositoryId: place.repository.id,
      run,
    } as const;
    const sealed = await sealIndex(home, this.#secret, label);
    if (!(await marks.leave(place, run))) return false;
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(`${file}.draft`, sealed, { mode: 0o600 });
    renameSync(`${file}.draft`, file);
    return true;
  }
}

function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}
