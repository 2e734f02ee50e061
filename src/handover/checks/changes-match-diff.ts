/**
 * Compares the listed paths with the changed ones. GitHub lists at most 3,000 files: an incomplete list can
 * prove a mismatch, but never a match.
 */
import {
  type Check,
  codeSpan,
  following,
  formatCount,
  reason,
  type Subject,
  type VerdictReason,
} from "../check.ts";
import type { ChangedFile, PullRequest } from "../evidence.ts";
import { pathMatcher, writtenPath } from "../paths.ts";

export const changesMatchDiff: Check = { name: "changes-match-diff", examine };

type Part = Pick<VerdictReason, "status" | "sentence" | "path">;

/** How many paths of each kind are named; the rest is counted. */
const named = 20;

function examine({ handover, evidence, policy }: Subject): VerdictReason | undefined {
  const diff = evidence.pullRequest;
  const listed = [...new Set(handover.changes.map(({ name }) => writtenPath(name)))];
  if (diff === undefined)
    return listed.length === 0
      ? undefined
      : reason(changesMatchDiff.name, "unverified", "The changes cannot be compared with a pull request.");
  const absent = absentParts(listed, diff);
  const parts = [...absent, ...unlistedParts(listed, diff, pathMatcher(policy.generated)), ...unread(diff)];
  const whole = formatCount(diff.files.length, "changed file");
  return following(changesMatchDiff.name, parts, {
    passed: `"Changes" matches the diff: ${whole}.`,
    failed: '"Changes" and the diff differ.',
    unverified: '"Changes" could not be compared with the whole diff.',
  });
}

/** Paths that are listed but not changed. Unread files may include them. */
function absentParts(listed: readonly string[], { files, hasAllFiles }: PullRequest): readonly Part[] {
  const changed = new Set(files.flatMap(namesOf));
  const folders = foldersOf(changed);
  const inOtherCase = new Map([...changed].map((path) => [path.toLowerCase(), path]));
  const absent = listed.filter((path) => !changed.has(path) && !folders.has(path.replace(/\/$/, "")));
  const status = hasAllFiles ? "failed" : "unverified";
  return capped(absent, status, "listed and not changed", (path) => {
    const other = inOtherCase.get(path.toLowerCase());
    const hint = other === undefined ? "" : ` The diff has ${codeSpan(other)}.`;
    return {
      status,
      sentence: `${codeSpan(path)} is under "Changes", but the pull request does not change it.${hint}`,
    };
  });
}

function unlistedParts(
  listed: readonly string[],
  { files }: PullRequest,
  isGenerated: (path: string) => boolean,
): readonly Part[] {
  const names = new Set(listed.map((path) => path.replace(/\/$/, "")));
  const unlisted = files.filter(
    (file) => !namesOf(file).some((path) => isListed(path, names) || isGenerated(path)),
  );
  return capped(unlisted, "failed", "changed and not listed", (file) => ({
    status: "failed",
    sentence: `${describeFile(file)} changed, but is not under "Changes".`,
    ...(file.isRemoved ? {} : { path: file.path }),
  }));
}

function unread({ files, hasAllFiles }: PullRequest): readonly Part[] {
  if (hasAllFiles) return [];
  const sentence = `GitHub shows only ${formatCount(files.length, "changed file")} of this pull request, and there are more.`;
  return [{ status: "unverified", sentence }];
}

/** A renamed file counts under both of its names. */
function namesOf({ path, previousPath }: ChangedFile): readonly string[] {
  return previousPath === undefined ? [path] : [path, previousPath];
}

function describeFile({ path, previousPath, isRemoved }: ChangedFile): string {
  if (previousPath !== undefined) return `${codeSpan(path)}, renamed from ${codeSpan(previousPath)},`;
  return isRemoved ? `${codeSpan(path)}, removed,` : codeSpan(path);
}

/** Whether the path itself or a folder above it is listed. */
function isListed(path: string, names: ReadonlySet<string>): boolean {
  for (let at = path.length; at > 0; at = path.lastIndexOf("/", at - 1))
    if (names.has(path.slice(0, at))) return true;
  return false;
}

function foldersOf(paths: ReadonlySet<string>): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const path of paths)
    for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1))
      folders.add(path.slice(0, at));
  return folders;
}

function capped<T>(
  items: readonly T[],
  status: Part["status"],
  what: string,
  part: (item: T) => Part,
): readonly Part[] {
  const parts = items.slice(0, named).map(part);
  const more = items.length - parts.length;
  return more > 0 ? [...parts, { status, sentence: `${formatCount(more, "more path")} ${what}.` }] : parts;
}
