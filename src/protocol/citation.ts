/**
 * Where quoted lines are: `path@commit#L3-L9`, or `owner/repo:path@commit#L3-L9` in another repository. Answers on GitHub
 * and stored proposals hold citations, so that earlier ones, of a single line as `#L3`, are still read.
 */
export interface Citation {
  /** `owner/repo`; undefined for the repository that cites it. */
  readonly repository: string | undefined;
  readonly path: string;
  readonly commit: string;
  /** From 1, both inclusive. */
  readonly firstLine: number;
  readonly lastLine: number;
}

/** As the context store knows the lines: its paths name another repository in front. */
export type CitedLines = Pick<Citation, "path" | "commit" | "firstLine" | "lastLine">;

const form =
  /^(?:([\w.-]{1,100}\/[\w.-]{1,100}):)?(.{1,1000})@([0-9a-f]{40,64})#L(\d{1,7})(?:-L(\d{1,7}))?$/s;

export function formatCitation({ path, commit, firstLine, lastLine }: CitedLines): string {
  return `${path}@${commit}#L${firstLine}-L${lastLine}`;
}

/** Without the lines. */
export function formatCitedFile({ repository, path, commit }: Citation): string {
  return `${repository === undefined ? "" : `${repository}:`}${path}@${commit}`;
}

/** Undefined for anything but lines of a file. */
export function parseCitation(written: string): Citation | undefined {
  const [, repository, path, commit, first, last = first] = form.exec(written) ?? [];
  if (path === undefined || commit === undefined) return undefined;
  return { repository, path, commit, firstLine: Number(first), lastLine: Number(last) };
}
