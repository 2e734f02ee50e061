/**
 * The check runs of exactly the head commit, by name. A newcomer would accept the run of the commit before: a push makes
 * another commit, and of that one nothing is known yet.
 */
import type { HandoverPolicy } from "../protocol/handover-policy.ts";
import type { Standing } from "./check.ts";
import type { CheckRun, Evidence } from "./evidence.ts";

/** Asked by a check's name, whatever its case and spaces: the run of that name, the worst of several. Where the settings
 * name its App, no other's counts: in most repositories whoever pushes can let a workflow make a run of any name. */
export type RunNamed = (name: string) => CheckRun | undefined;

export function runsOnHead({ pullRequest, checkRuns }: Evidence, { checks }: HandoverPolicy): RunNamed {
  const wanted = new Map(Object.entries(checks).map(([name, { app }]) => [nameKey(name), app]));
  const counts = ({ name, app, headSha }: CheckRun): boolean => {
    const only = wanted.get(nameKey(name));
    return headSha === pullRequest?.headSha && (only === undefined || only === app);
  };
  const byName = Map.groupBy(checkRuns.filter(counts), ({ name }) => nameKey(name));
  return (name) => {
    const runs = byName.get(nameKey(name)) ?? [];
    return fromWorst.flatMap((standing) => runs.filter((run) => standingOf(run) === standing))[0];
  };
}

const fromWorst: readonly Standing[] = ["failed", "unverified", "passed"];

/** What a run shows: one that still goes on, or did not run, shows nothing. */
export function standingOf({ conclusion }: CheckRun): Standing {
  if (conclusion === "success") return "passed";
  return conclusion === undefined || conclusion === "neutral" || conclusion === "skipped"
    ? "unverified"
    : "failed";
}

/** Whether a check of the head commit still goes on. */
export function hasRunning(evidence: Evidence): boolean {
  return namesOfRunning(evidence).length > 0;
}

/** The checks of the head commit that still go on, in one order. */
export function namesOfRunning({ pullRequest, checkRuns }: Evidence): readonly string[] {
  return checkRuns
    .filter((run) => run.headSha === pullRequest?.headSha && run.conclusion === undefined)
    .map(({ name }) => name)
    .toSorted();
}

/** What two spellings of one check's name have in common. */
export function nameKey(name: string): string {
  return name.trim().replace(/\s+/g, " ").toLowerCase();
}
