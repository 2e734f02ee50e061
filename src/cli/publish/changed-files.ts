/** Decides which files an agent's patch may change, from what git says that it changes. */
import { UserError } from "../../base/errors.ts";

export interface ChangedFile {
  readonly path: string;
  /** As git writes it, such as `100644`; `000000` where the file is deleted. */
  readonly mode: string;
}

const maxFiles = 200;
const entry = /^:\d{6} (\d{6}) [0-9a-f]+ [0-9a-f]+ [A-Z]\d*$/;
/** Regular files, executable or not, and deletions: no links, which lead out, and no submodules. */
const modes: ReadonlySet<string> = new Set(["100644", "100755", "000000"]);

/**
 * Reads the output of `git diff-index --raw -z --no-renames`.
 * @throws UserError for an entry that it does not know
 */
export function parseRawDiff(output: string): readonly ChangedFile[] {
  const parts = output.split("\0").slice(0, -1);
  return parts.flatMap((part, at) => {
    if (at % 2 === 1) return [];
    const mode = entry.exec(part)?.[1];
    const path = parts[at + 1];
    if (mode === undefined || path === undefined) throw new UserError("The patch could not be read.");
    return { path, mode };
  });
}

/** @throws UserError for the first file that an agent may not change */
export function requireAllowed(files: readonly ChangedFile[]): void {
  if (files.length > maxFiles)
    throw new UserError(`The patch changes ${files.length} files; at most ${maxFiles} are allowed.`);
  for (const { path, mode } of files) {
    const why = whyNot(path, mode);
    if (why !== undefined) throw new UserError(`The patch may not change ${JSON.stringify(path)}: ${why}.`);
  }
}

/** File systems that ignore case would make `.GitHub` the same folder. */
function whyNot(path: string, mode: string): string | undefined {
  const folders = path.normalize("NFKC").toLowerCase().split("/");
  if (folders[0] === ".github") return "workflows and settings are people's";
  if (folders.some((name) => name === ".git" || name === ".gitmodules")) return "it is git's own";
  return modes.has(mode) ? undefined : "it would be a link or a submodule";
}
