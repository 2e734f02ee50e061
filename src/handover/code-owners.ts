/**
 * Finds the owners of changed paths in a repository's CODEOWNERS. The last matching line decides, even if it
 * lists no owner.
 */
import { type GlobMatch, globOf, type MatchBudget, type Path, pathOf } from "../base/glob/glob.ts";
import type { ChangedFile } from "./evidence.ts";
import { newWork } from "./paths.ts";

/** Far more than any maintained file has. */
const maxRules = 1_000;
const maxNamed = 50;

/**
 * The owners of the changed paths, in the order of the file's lines. Never throws.
 * @param whenUnknown whether a line counts if matching it would take too long
 */
export function ownersOf(
  text: string,
  files: readonly Pick<ChangedFile, "path" | "previousPath">[],
  whenUnknown = true,
): readonly string[] {
  const rules = text
    .split("\n", 20_000)
    .flatMap((line) => toRule(line) ?? [])
    .slice(0, maxRules);
  const work = newWork();
  let paths = files.flatMap(({ path, previousPath }) =>
    (previousPath === undefined ? [path] : [path, previousPath]).map((each) => pathOf(each, work)),
  );
  const known = paths.includes(undefined) ? undefined : new Set(paths.flatMap((names) => names ?? []));
  const named = rules.toReversed().flatMap(({ pattern, owners }) => {
    if (known !== undefined && namesIn(pattern).some((name) => !known.has(name))) return [];
    if (work.left < 0) return whenUnknown && paths.length > 0 ? [owners] : [];
    const fits = fitting(pattern, work);
    let isUnknown = false;
    const left = paths.filter((path) => {
      const match = fits(path);
      isUnknown ||= match === "unknown";
      return match !== "yes";
    });
    const isAsked = left.length < paths.length || (isUnknown && whenUnknown);
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
  // GitHub supports neither negation nor escapes nor character classes here. Braces are literal.
  if (pattern === "" || /^[#!]/.test(pattern) || /[[\]\\]/.test(pattern)) return undefined;
  const comment = rest.findIndex((word) => word.startsWith("#"));
  const owners = (comment < 0 ? rest : rest.slice(0, comment)).filter((word) => word.includes("@"));
  return { pattern, owners };
}

function withoutOuterSlashes(pattern: string): string {
  let end = pattern.length;
  while (pattern[end - 1] === "/") end--;
  return pattern.slice(0, end).replace(/^\/+/, "");
}

/**
 * As in `.gitignore`: a slash inside anchors the pattern to the root, one at its end matches everything
 * below.
 */
function globsFor(pattern: string): readonly string[] {
  const bare = withoutOuterSlashes(pattern);
  const isAnchored = pattern.startsWith("/") || bare.includes("/");
  const root = isAnchored ? bare : `**/${bare}`;
  if (pattern.endsWith("/")) return [`${root}/**/*`];
  // After a plain name, `**` matches that name itself too.
  if (!bare.endsWith("*")) return [`${root}/**`];
  return isAnchored ? [root] : [root, `${root}/**`];
}

/** Names that every matching path contains. Most lines of a long file are about other folders. */
function namesIn(pattern: string): readonly string[] {
  return pattern.split("/").filter((name) => name !== "" && !/[*?]/.test(name));
}

function fitting(pattern: string, work: MatchBudget): (path: Path) => GlobMatch {
  const globs = globsFor(pattern).map((each) => globOf(each, { hasBraces: false }));
  return (path) => {
    const matches = globs.map((glob) => glob.match(path, work));
    return matches.find((match) => match === "yes") ?? matches.find((match) => match === "unknown") ?? "no";
  };
}
