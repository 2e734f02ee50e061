/**
 * Combines the checks and statuses of a commit, and decides whether a required one is satisfied. A
 * requirement with an App is satisfied by that App alone: a status of the same name, which anyone with write
 * access can post, does not count.
 */
import { type CheckRun, type CheckSuite, runsOfSuite, suitesOfCommit } from "../../state/pulls/checks.ts";
import { latestStatuses, type Status } from "../../state/pulls/statuses.ts";
import type { Repository } from "../../state/repositories.ts";
import type { RequiredCheck } from "../../state/rulesets.ts";
import type { State } from "../../state/state.ts";
import { rulesOn } from "../repository/branch-rules.ts";

export type CheckVerdict = "success" | "pending" | "failure" | "missing";

export interface SuiteRun {
  readonly suite: CheckSuite;
  readonly run: CheckRun;
}

/** The newest run of each name in each suite. */
export function latestRuns(state: State, repositoryId: number, sha: string): readonly SuiteRun[] {
  return suitesOfCommit(state, repositoryId, sha).flatMap((suite) => {
    const latest = new Map(runsOfSuite(state, suite.id).map((run) => [run.name, { suite, run }]));
    return [...latest.values()];
  });
}

export function runVerdict({ status, conclusion }: CheckRun): Exclude<CheckVerdict, "missing"> {
  if (status !== "completed") return "pending";
  return conclusion === "success" || conclusion === "neutral" || conclusion === "skipped"
    ? "success"
    : "failure";
}

export function statusVerdict({ state }: Status): Exclude<CheckVerdict, "missing"> {
  return state === "error" ? "failure" : state;
}

/** The result of a required check. If several have the name, all must succeed. */
export function requiredVerdict(
  state: State,
  repositoryId: number,
  sha: string,
  { context, integration_id: appId }: RequiredCheck,
): CheckVerdict {
  const runs = latestRuns(state, repositoryId, sha)
    .filter(({ suite, run }) => run.name === context && (appId === undefined || suite.appId === appId))
    .map(({ run }) => runVerdict(run));
  const statuses = latestStatuses(state, repositoryId, sha)
    .filter((one) => one.context === context && (appId === undefined || one.appId === appId))
    .map(statusVerdict);
  return worstVerdict([...runs, ...statuses]) ?? "missing";
}

/** The result of all checks that the branch requires; a success if it requires none. */
export function requiredVerdictOn(
  state: State,
  repository: Repository,
  branch: string,
  sha: string,
): CheckVerdict {
  const verdicts = rulesOn(state, repository, branch).flatMap(({ rule }) =>
    rule.type === "required_status_checks"
      ? rule.parameters.required_status_checks.map((check) =>
          requiredVerdict(state, repository.id, sha, check),
        )
      : [],
  );
  return (["failure", "missing", "pending"] as const).find((each) => verdicts.includes(each)) ?? "success";
}

/** The worst of several; undefined for none. */
export function worstVerdict(
  verdicts: readonly Exclude<CheckVerdict, "missing">[],
): Exclude<CheckVerdict, "missing"> | undefined {
  return (["failure", "pending", "success"] as const).find((verdict) => verdicts.includes(verdict));
}
