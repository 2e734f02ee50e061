/**
 * Reads from a page's front matter which files it is about, and at which commit somebody last compared it with them:
 * `about: [src/api/**]` and `verified: 3f2a9c1`.
 */
import type { FileGlob, FileGlobFault } from "../../base/glob/file-glob.ts";
import { knownGlob } from "../../base/glob/known-globs.ts";
import { frontMatterOf, maxFrontMatterLines } from "../passage/front-matter.ts";

export interface PageScope {
  readonly about: readonly FileGlob[];
  /** A commit's hash of 7 to 40 digits, in lower case. */
  readonly verified: string | undefined;
  /** Sentences. What they are about is ignored; the rest of the page counts as it is. */
  readonly problems: readonly string[];
}

const maxPatterns = 50;
const commitHash = /^[0-9a-f]{7,40}$/i;
const ownKey = /^(?:about|verified):/i;

/** Undefined for a page that says nothing of the kind. */
export function pageScopeOf(text: string): PageScope | undefined {
  const lines = text.split("\n", maxFrontMatterLines * 2).map((line) => line.replace(/\r$/, ""));
  const { lineCount, values, lists } = frontMatterOf(lines);
  if (lineCount === 0) return withoutEnd(lines);
  const about = lists.get("about");
  const verified = values.get("verified");
  const hasAbout = about !== undefined || values.has("about");
  if (!hasAbout && verified === undefined) return undefined;
  const read = globsIn(about ?? oneGlob(values.get("about")));
  const isHash = verified !== undefined && commitHash.test(verified);
  const problems = [
    ...(hasAbout && read.globs.length + read.problems.length === 0
      ? ["`about` names no files. Write a list of patterns: `about: [src/api/**]`."]
      : []),
    ...read.problems,
    ...(verified === undefined || isHash
      ? []
      : [
          `\`verified\` must be the hash of a commit, 7 to 40 digits, found ${JSON.stringify(verified.slice(0, 60))}.`,
        ]),
    ...(hasAbout
      ? []
      : ["`verified` has nothing to compare with: say with `about` which files the page is about."]),
  ];
  return { about: read.globs, verified: isHash ? verified.toLowerCase() : undefined, problems };
}

/** A page may begin with a thematic break; front matter is missed only where our keys follow it. */
function withoutEnd(lines: readonly string[]): PageScope | undefined {
  if (lines[0]?.trim() !== "---" || !lines.slice(1, 10).some((line) => ownKey.test(line))) return undefined;
  const problem = `The front matter has no closing \`---\` within ${maxFrontMatterLines} lines.`;
  return { about: [], verified: undefined, problems: [problem] };
}

function oneGlob(value: string | undefined): readonly string[] {
  return value === undefined ? [] : [value];
}

function globsIn(patterns: readonly string[]): {
  readonly globs: readonly FileGlob[];
  readonly problems: readonly string[];
} {
  const globs: FileGlob[] = [];
  const problems: string[] = [];
  for (const pattern of patterns.slice(0, maxPatterns)) {
    const glob: FileGlob | FileGlobFault = knownGlob(pattern);
    if (typeof glob === "string")
      problems.push(`\`about\`: ${JSON.stringify(pattern.slice(0, 60))} is ${faults[glob]}.`);
    else globs.push(glob);
  }
  if (patterns.length > maxPatterns)
    problems.push(`\`about\` has ${patterns.length} patterns; only the first ${maxPatterns} count.`);
  return { globs, problems };
}

const faults: Readonly<Record<FileGlobFault, string>> = {
  empty: "empty",
  "too long": "too long for a pattern",
  "too many alternatives": "a pattern with too many alternatives",
  relative: "no pattern: write it from the repository's root, without `.` and `..`",
  "control character": "no pattern: it has a control character",
};
