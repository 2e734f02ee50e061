/**
 * Decides whether an accepted pull request would be merged now. One answer for the merge itself and for the tasks
 * that land with it: with two, a task could land without one that is never merged.
 */
import { unreachable } from "../../base/errors.ts";
import type { Evidence, PullRequest } from "../../handover/evidence.ts";
import { pathMatcher } from "../../handover/paths.ts";
import { statusOfRun } from "../../handover/runs.ts";
import type { Settings } from "../../protocol/settings/config.ts";
import type { RepositorySeen } from "../model/fact.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { mergeDecisionOn } from "./handovers.ts";

/**
 * A person, or the settings, may want it merged although a check failed that no branch rule requires.
 *
 * @param settings those of its repository
 */
export function isMergeable(
  handover: IssueRecord,
  settings: Settings,
  repository: RepositorySeen | undefined,
): boolean {
  const { evidence } = handover;
  const pull = evidence?.pullRequest;
  if (evidence === undefined || pull?.state !== "open") return false;
  if (lockedWorkflow(pull, repository) !== undefined) return false;
  switch (pull.mergeState) {
    case "clean":
      return true;
    case "unstable":
      return mayFailAlone(evidence, settings) || mergeDecisionOn(handover, pull.headSha)?.choice === "try";
    case "behind":
      return pull.queue !== undefined;
    case "blocked":
    case "unknown":
      return false;
    default:
      return unreachable(pull.mergeState);
  }
}

/**
 * A workflow file that it changes, if GitHub lets the App merge no such change. A queue's merge is GitHub's own.
 * https://docs.github.com/en/apps/creating-github-apps/registering-a-github-app/choosing-permissions-for-a-github-app
 */
export function lockedWorkflow(
  { files, queue }: PullRequest,
  repository: RepositorySeen | undefined,
): string | undefined {
  if (repository?.lacksWorkflows !== true || queue !== undefined) return undefined;
  return files.find(({ path, previousPath = "" }) => isWorkflow(path) || isWorkflow(previousPath))?.path;
}

function isWorkflow(path: string): boolean {
  return path.startsWith(".github/workflows/");
}

/** Whether only check runs that the settings call optional keep it from being clean. */
function mayFailAlone({ pullRequest, checkRuns }: Evidence, { handovers }: Settings): boolean {
  const isOptional = pathMatcher(handovers.optional);
  const amiss = checkRuns.filter(
    (run) =>
      run.headSha === pullRequest?.headSha && (run.conclusion === undefined || statusOfRun(run) === "failed"),
  );
  return amiss.length > 0 && amiss.every(({ name }) => isOptional(name));
}
