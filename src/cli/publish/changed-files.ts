/** Decides which files an agent's patch may change, from what git says that it changes. */
import { UserError } from "../../base/errors.ts";
import { hasInvisible } from "../../protocol/characters.ts";
import { readerOfInstructions } from "../../protocol/instruction-files.ts";

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

function whyNot(path: string, mode: string): string | undefined {
  const reader = readerOfInstructions(path);
  if (reader !== undefined)
    return `it is read by ${reader} as instructions or configuration, which people write`;
  if (hasOtherName(path)) return "its name means another file on some systems";
  return modes.has(mode) ? undefined : "it would be a link or a submodule";
}

/**
 * Whether a checkout elsewhere may write another file: Windows takes `\\` for a folder, `:` for a stream, `GIT~1` for
 * `.git`, and drops dots and spaces at the end of a name; macOS drops characters that nobody sees.
 */
function hasOtherName(path: string): boolean {
  const hasSign = /[\\:]/.test(path) || hasInvisible(path);
  return hasSign || path.split("/").some((name) => /^[^.]{1,6}~\d|[. ]$/.test(name));
}
