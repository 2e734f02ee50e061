/**
 * The check runs of exactly the head commit, by name. A run on an earlier commit proves nothing about the one
 * that has been pushed since.
 */
import type { HandoverPolicy } from "../protocol/settings/handover-policy.ts";
import type { ReasonStatus } from "./check.ts";
import type { CheckRun, Evidence } from "./evidence.ts";

/**
 * Finds a run by its check's name, ignoring case and spaces; the worst of several. If the settings specify
 * the check's App, only that App's run counts: in most repositories, anyone who can push can have a workflow
 * create a run of any name.
 */
export type FindRun = (name: string) => CheckRun | undefined;

export function runsOnHead({ pullRequest, checkRuns }: Evidence, { checks }: HandoverPolicy): FindRun {
  const wanted = new Map(Object.entries(checks).map(([name, { app }]) => [nameKey(name), app]));
  const counts = ({ name, app, headSha }: CheckRun): boolean => {
    const only = wanted.get(nameKey(name));
    return headSha === pullRequest?.headSha && (only === undefined || only === app);
  };
  const byName = Map.groupBy(checkRuns.filter(counts), ({ name }) => nameKey(name));
  return (name) => {
    const runs = byName.get(nameKey(name)) ?? [];
    return fromWorst.flatMap((status) => runs.filter((run) => statusOfRun(run) === status))[0];
  };
}

const fromWorst: readonly ReasonStatus[] = ["failed", "unverified", "passed"];

/** The verdict that a run proves: none if it is still running or was skipped. */
export function statusOfRun({ conclusion }: CheckRun): ReasonStatus {
  if (conclusion === "success") return "passed";
  return conclusion === undefined || conclusion === "neutral" || conclusion === "skipped"
    ? "unverified"
    : "failed";
}

/** Whether a check of the head commit is still running. */
export function hasRunning(evidence: Evidence): boolean {
  return namesOfRunning(evidence).length > 0;
}

/** The running checks of the head commit, in a stable order. */
export function namesOfRunning({ pullRequest, checkRuns }: Evidence): readonly string[] {
  return checkRuns
    .filter((run) => run.headSha === pullRequest?.headSha && run.conclusion === undefined)
    .map(({ name }) => name)
    .toSorted();
}

/** The same key for all spellings of one check's name. */
export function nameKey(name: string): string {
  return name.trim().replace(/\s+/g, " ").toLowerCase();
}
