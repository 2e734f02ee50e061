/**
 * Finds a name in the tree of one commit and in the definitions of its source files. Claims that a name
 * occurs once only if everything was read: a truncated tree, too many files or an unreadable one claims
 * nothing.
 */
import type { RepositorySeen } from "../../engine/model/fact.ts";
import type { ContextFile, ContextSource, CoordinatorPorts, TreeFile } from "../ports.ts";
import type { AskedPlace } from "./asked-place.ts";
import type { DefinitionCache } from "./definition-cache.ts";
import { clashes, filesNamed, ownFiles, shownBy, sourcesIn } from "./tree-files.ts";

/** Where a name was found. */
export interface FoundPlace {
  readonly what: "file" | "folder" | "definition";
  readonly name: string;
  /** The file's path; for a folder, the file in it that represents it. */
  readonly path: string;
  /** The folder's own path. */
  readonly folder: string | undefined;
  readonly commit: string;
  /** Counts from 1. */
  readonly line: number;
  /** The line's text, unchanged. */
  readonly text: string;
}

export type PlaceSearch =
  | { readonly type: "one"; readonly place: FoundPlace }
  | { readonly type: "several"; readonly count: number; readonly first: readonly string[] }
  | { readonly type: "none" }
  | { readonly type: "unknown"; readonly why: string };

export interface Places {
  /** Throws `RequestFailed` if GitHub cannot be read. */
  readonly find: (asked: AskedPlace) => Promise<PlaceSearch>;
}

/** With more source files than this, a repository's definitions are not read. */
const maxSources = 1_000;
const maxSourceBytes = 16 * 1024 * 1024;
const filesPerRead = 100;
const maxCandidates = 5;
const maxQuoted = 300;

type Needs = Pick<CoordinatorPorts, "source" | "clock">;

/** For one pass over a repository: the tree is listed once, when a question first asks. */
export function placesAt(
  { source, clock }: Needs,
  definitions: DefinitionCache,
  { repository, commit }: { readonly repository: RepositorySeen; readonly commit: string | undefined },
  signal: AbortSignal,
): Places {
  let listing: ReturnType<ContextSource["tree"]> | undefined;

  async function find(asked: AskedPlace): Promise<PlaceSearch> {
    if (commit === undefined) return { type: "unknown", why: "No commit of the repository is known." };
    listing ??= source.tree(repository, commit);
    const tree = await listing;
    if (tree === undefined) return { type: "unknown", why: "GitHub does not list the whole tree." };
    const files = ownFiles(tree);
    const entries = filesNamed(asked, files);
    // Already ambiguous, so reading definitions cannot help.
    const defined = entries.length > 1 ? [] : await definedAt(asked, files);
    if (!Array.isArray(defined)) return defined;
    const all = [...entries.map(({ path }) => path), ...defined.map(({ path, line }) => `${path}#L${line}`)];
    if (all.length === 0) return { type: "none" };
    if (all.length > 1) return { type: "several", count: all.length, first: all.slice(0, maxCandidates) };
    const place = await placeOf(asked.name, entries[0] ?? defined[0], files, tree);
    return place === undefined ? { type: "none" } : { type: "one", place };
  }

  type Defined = { readonly path: string; readonly line: number; readonly file: TreeFile };

  /** All definitions of the name. */
  async function definedAt(
    { name, kinds }: AskedPlace,
    files: readonly TreeFile[],
  ): Promise<Defined[] | Extract<PlaceSearch, { type: "unknown" }>> {
    const mayBeDefined = kinds.has("function") || kinds.has("type") || kinds.has("constant");
    if (!mayBeDefined || !/^[\p{L}_$][\p{L}\p{N}_$]{0,99}$/u.test(name)) return [];
    const sources = sourcesIn(files);
    const bytes = sources.reduce((sum, { size }) => sum + size, 0);
    if (sources.length > maxSources || bytes > maxSourceBytes)
      return { type: "unknown", why: "There is more source code than signalbox reads for such a question." };
    const unread = sources.find(({ kind }) => kind === "unread") ?? (await readAll(sources));
    if (unread !== undefined)
      return {
        type: "unknown",
        why: `\`${unread.path.replaceAll("`", "'")}\` was not read and may define it.`,
      };
    return sources.flatMap((file) =>
      definitions
        .find(file, name)
        .flatMap(({ kind, line }) => (kinds.has(kind) ? [{ path: file.path, line, file }] : [])),
    );
  }

  /** Resolves to a file that could not be read, or undefined if all were. */
  async function readAll(sources: readonly TreeFile[]): Promise<TreeFile | undefined> {
    const missing = sources.filter((file) => !definitions.has(file));
    for (let from = 0; from < missing.length; from += filesPerRead) {
      const some = missing.slice(from, from + filesPerRead);
      const { texts } = await source.read(repository, some.map(asContextFile));
      for (const file of some) {
        const text = texts.get(file.oid);
        if (text === undefined) return file;
        definitions.keep(file, text);
        // A megabyte takes some milliseconds: let deliveries that have since arrived go first.
        await clock.sleep(0, signal);
      }
    }
    return sources.find((file) => !definitions.has(file));
  }

  async function placeOf(
    name: string,
    found: TreeFile | Defined | undefined,
    files: readonly TreeFile[],
    tree: readonly TreeFile[],
  ): Promise<FoundPlace | undefined> {
    if (found === undefined || clashes(found.path, tree)) return undefined;
    const entry = "file" in found ? found.file : found;
    const folder = entry.kind === "folder" ? entry.path : undefined;
    const file = folder === undefined ? entry : shownBy(folder, files);
    if (file === undefined || file.kind !== "file" || !isCitable(file.path)) return undefined;
    const text = (await source.read(repository, [asContextFile(file)])).texts.get(file.oid);
    const lines = text?.split("\n") ?? [];
    const line = "line" in found ? found.line : lines.findIndex((its) => its.trim() !== "") + 1;
    const words = lines[line - 1]?.slice(0, maxQuoted).trimEnd().toWellFormed() ?? "";
    if (words === "" || commit === undefined) return undefined;
    const what = "line" in found ? "definition" : folder === undefined ? "file" : "folder";
    return { what, name, path: file.path, folder, commit, line, text: words };
  }

  return { find };
}

/** Whether the path can be cited: a citation ends it at `#`, and our texts quote it as code. */
function isCitable(path: string): boolean {
  return path.length <= maxQuoted && !/[`#\n\r]/.test(path);
}

function asContextFile({ path, oid }: TreeFile): ContextFile {
  return { path, oid, use: "quoted" };
}
