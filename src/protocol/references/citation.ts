/**
 * Reads and writes citations: `path@commit#L3-L9`, or `owner/repo:path@commit#L3-L9` for another repository.
 * Answers on GitHub and stored proposals contain citations from earlier releases, so their single-line form
 * `#L3` is still read.
 */
export interface Citation {
  /** `owner/repo`; undefined for the citing repository itself. */
  readonly repository: string | undefined;
  readonly path: string;
  readonly commit: string;
  /** 1-based, both inclusive. */
  readonly firstLine: number;
  readonly lastLine: number;
}

/**
 * The lines as the context store identifies them: a path into another repository starts with that repository.
 */
export type CitedLines = Pick<Citation, "path" | "commit" | "firstLine" | "lastLine">;

const form =
  /^(?:([\w.-]{1,100}\/[\w.-]{1,100}):)?(.{1,1000})@([0-9a-f]{40,64})#L(\d{1,7})(?:-L(\d{1,7}))?$/s;

export function formatCitation({ path, commit, firstLine, lastLine }: CitedLines): string {
  return `${path}@${commit}#L${firstLine}-L${lastLine}`;
}

/** The citation without its lines. */
export function formatCitedFile({ repository, path, commit }: Citation): string {
  return `${repository === undefined ? "" : `${repository}:`}${path}@${commit}`;
}

/** Undefined for anything that does not cite lines of a file. */
export function parseCitation(written: string): Citation | undefined {
  const [, repository, path, commit, first, last = first] = form.exec(written) ?? [];
  if (path === undefined || commit === undefined) return undefined;
  return { repository, path, commit, firstLine: Number(first), lastLine: Number(last) };
}
