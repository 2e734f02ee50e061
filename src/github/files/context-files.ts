/**
 * Decides which entries of a listing are files of the context store, and why the others are not (trust rule
 * 8). A path from git is not safe by itself: a tree can contain `..`, symlinks, and two names that
 * collide on a case-insensitive file system.
 */
import type { ContextFile, ContextListing, Skipped } from "../../coordinator/ports.ts";
import { type GlobSet, globSet } from "./context-globs.ts";

/** An entry of a directory in the listing. */
export interface ContextFileEntry {
  readonly path: string;
  readonly mode: number;
  readonly oid: string;
  /** In bytes. */
  readonly size: number;
}

const maxFiles = 2_000;
const maxFileBytes = 1024 * 1024;
const maxBytes = 32 * 1024 * 1024;

const plainModes = [0o100644, 0o100755, 0o100664];
const linkMode = 0o120000;
const submoduleMode = 0o160000;
const manifestNames = [
  "package.json",
  "pyproject.toml",
  "requirements*.txt",
  "Cargo.toml",
  "go.mod",
  "Gemfile",
];
/** Manifests of packages: in the root, in its directories, and where workspaces usually are. */
export const manifestGlobs = ["", "*/", "packages/*/", "apps/*/"].flatMap((folder) =>
  manifestNames.map((name) => folder + name),
);
const manifests = globSet(manifestGlobs);
/** Files that people read as text. */
const isReadable = /(?:^|\/)(?:[^/.]+|[^/]+\.(?:md|mdx|markdown|rst|txt|adoc))$/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const unsound = /(?:^|\/)(?:\.{1,2}|\.git)(?:\/|$)|[\u0000-\u001f\u007f\\]|\/\/|^\/|\/$/i;

export function chosenFiles(entries: readonly ContextFileEntry[], globs: GlobSet): ContextListing {
  const files: ContextFile[] = [];
  const skipped: Skipped[] = [];
  const wanted = entries.filter(({ path }) => globs.has(path) || manifests.has(path) || unsound.test(path));
  const clashes = clashesIn(wanted);
  let bytes = 0;
  for (const entry of wanted.toSorted((a, b) => (a.path < b.path ? -1 : 1))) {
    const why = clashes.has(entry.path) ? "differs from another path only in case" : reasonToSkip(entry);
    const isFull = files.length >= maxFiles || bytes + entry.size > maxBytes;
    if (why !== undefined || isFull) {
      skipped.push({ path: entry.path.slice(0, 300), why: why ?? "exceeds the store's limits" });
      continue;
    }
    const use = globs.has(entry.path) && isReadable.test(entry.path) ? "quoted" : "manifest";
    if (use === "manifest" && !manifests.has(entry.path)) continue;
    bytes += entry.size;
    files.push({ path: entry.path, oid: entry.oid, use });
  }
  return { files, skipped };
}

/** Why an entry is not read; undefined for a regular file. */
export function reasonToSkip({ path, mode, size }: Omit<ContextFileEntry, "oid">): string | undefined {
  if (unsound.test(path) || !path.isWellFormed()) return "has an invalid path";
  if (mode === linkMode) return "is a symlink";
  if (mode === submoduleMode) return "is a submodule";
  if (!plainModes.includes(mode)) return "is not a regular file";
  return size > maxFileBytes ? "is larger than 1 MiB" : undefined;
}

/** Paths that are the same on a case-insensitive file system. */
function clashesIn(entries: readonly ContextFileEntry[]): ReadonlySet<string> {
  const byKey = new Map<string, string[]>();
  for (const { path } of entries) {
    const key = path.normalize("NFC").toLowerCase();
    byKey.set(key, [...(byKey.get(key) ?? []), path]);
  }
  return new Set([...byKey.values()].filter((same) => same.length > 1).flat());
}
