/**
 * Whose review a repository's CODEOWNERS asks for. A newcomer would collect every line that fits; the last one that does
 * speaks for a path, also when it names nobody.
 */
import type { ChangedFile } from "./evidence.ts";
import { matching } from "./paths.ts";

/** More than anybody keeps in order. */
const maxRules = 1_000;
const maxNamed = 50;
/** A pattern of many wildcards can be slow, and names nothing that fewer do not. */
const maxWildcards = 6;

/** The owners of the changed paths, in the order of the file's lines. Never throws. */
export function ownersOf(
  text: string,
  files: readonly Pick<ChangedFile, "path" | "previousPath">[],
): readonly string[] {
  const rules = text
    .split("\n", 20_000)
    .flatMap((line) => toRule(line) ?? [])
    .slice(0, maxRules);
  let paths = files.flatMap(({ path, previousPath }) =>
    previousPath === undefined ? [path] : [path, previousPath],
  );
  const named = rules.toReversed().flatMap(({ pattern, owners }) => {
    const fits = paths.length === 0 ? () => false : matching(globsFor(pattern));
    const left = paths.filter((path) => !fits(path));
    const isAsked = left.length < paths.length;
    paths = left;
    return isAsked ? [owners] : [];
  });
  return [...new Set(named.toReversed().flat())].slice(0, maxNamed);
}

function toRule(line: string): { readonly pattern: string; readonly owners: readonly string[] } | undefined {
  const [pattern = "", ...rest] = line
    .slice(0, 2_000)
    .trim()
    .split(/[ \t]+/);
  const wildcards = pattern.match(/\*+/g)?.length ?? 0;
  if (pattern === "" || /^[#!]/.test(pattern) || /[[\]{}()\\]/.test(pattern) || wildcards > maxWildcards)
    return undefined;
  const comment = rest.findIndex((word) => word.startsWith("#"));
  const owners = (comment < 0 ? rest : rest.slice(0, comment)).filter((word) => word.includes("@"));
  return { pattern, owners };
}

function withoutOuterSlashes(pattern: string): string {
  let end = pattern.length;
  while (pattern[end - 1] === "/") end--;
  return pattern.slice(0, end).replace(/^\/+/, "");
}

/** As git reads ignored paths: a slash within ties it to the root, one at its end means all within. */
function globsFor(pattern: string): readonly string[] {
  const bare = withoutOuterSlashes(pattern);
  const isTied = pattern.startsWith("/") || bare.includes("/");
  const root = isTied ? bare : `**/${bare}`;
  if (pattern.endsWith("/")) return [`${root}/**`];
  return bare.endsWith("*") && isTied ? [root] : [root, `${root}/**`];
}
