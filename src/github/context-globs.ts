/**
 * Which paths of a listing are wanted, and which folders may hold one. A newcomer would list the whole tree and filter;
 * a repository may have a hundred thousand files and three folders of documents.
 */
import picomatch from "picomatch";

export interface GlobSet {
  readonly has: (path: string) => boolean;
  /** Whether something below this folder can be wanted. */
  readonly mayHold: (folder: string) => boolean;
}

const options = { dot: true, nobrace: true, noextglob: true, nonegate: true, strictBrackets: false };

export function globSet(globs: readonly string[]): GlobSet {
  const matchers = globs.map((glob) => picomatch(glob, options));
  const steps = globs.map((glob) => glob.split("/").map(stepOf));
  return {
    has: (path) => matchers.some((matches) => matches(path)),
    mayHold: (folder) => steps.some((each) => leadsThrough(each, folder.split("/"))),
  };
}

type Step = "any depth" | ((name: string) => boolean);

function stepOf(glob: string): Step {
  return glob === "**" ? "any depth" : picomatch(glob, options);
}

function leadsThrough(steps: readonly Step[], folder: readonly string[]): boolean {
  for (const [depth, name] of folder.entries()) {
    const step = steps[depth];
    if (step === "any depth") return true;
    // The last step names the file itself.
    if (step === undefined || depth === steps.length - 1 || !step(name)) return false;
  }
  return true;
}
