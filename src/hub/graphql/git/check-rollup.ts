/** `statusCheckRollup`: check runs and statuses of a commit combined, which `gh pr checks` prints. */
import type { HubCore } from "../../core.ts";
import {
  latestRuns,
  runVerdict,
  type SuiteRun,
  statusVerdict,
  worstVerdict,
} from "../../ops/pulls/verdicts.ts";
import { rulesOn } from "../../ops/repository/branch-rules.ts";
import { presentRun } from "../../present/pulls/check.ts";
import { appById } from "../../state/accounts/apps.ts";
import { type Pull, pullsAt } from "../../state/pulls/pulls.ts";
import { latestStatuses, type Status } from "../../state/pulls/statuses.ts";
import type { Repository } from "../../state/repositories.ts";
import type { Args } from "../executor/args.ts";
import { type Composite, composite } from "../executor/entity.ts";
import { toEnum } from "../executor/enums.ts";
import { connection, listingOf } from "../listing/paging/connection.ts";
import { accountById, int32 } from "../records.ts";

interface Context {
  readonly id: number;
  readonly node: Composite;
}

/** @returns null if the commit has no checks or statuses, as on GitHub */
export function statusCheckRollup(core: HubCore, repository: Repository, sha: string): Composite | null {
  const runs = latestRuns(core.state, repository.id, sha);
  const statuses = latestStatuses(core.state, repository.id, sha);
  const verdict = worstVerdict([...runs.map(({ run }) => runVerdict(run)), ...statuses.map(statusVerdict)]);
  if (verdict === undefined) return null;
  const isRequired: Required = (name, args) => requiredNames(core, repository, sha, args).has(name);
  const contexts: readonly Context[] = [
    ...runs.map((one) => ({ id: one.run.id, node: runNode(core, one, isRequired) })),
    ...statuses.map((one) => ({ id: one.id, node: statusNode(core, one, isRequired) })),
  ];
  return composite({
    id: `SCR_${Buffer.from(`${repository.id} ${sha}`).toString("base64url")}`,
    state: toEnum(verdict),
    contexts: (args: Args) =>
      connection(listingOf(contexts), args, ({ node }) => node, {
        checkRunCount: runs.length,
        checkRunCountsByState: countsOf(runs.map(({ run }) => run.conclusion ?? run.status)),
        statusContextCount: statuses.length,
        statusContextCountsByState: countsOf(statuses.map((one) => one.state)),
      }),
  });
}

function countsOf(words: readonly string[]): readonly Composite[] {
  const byWord = Map.groupBy(words, toEnum);
  return [...byWord].map(([state, { length }]) => composite({ state, count: length }));
}

type Required = (name: string, args: Args) => boolean;

/**
 * Names of the checks required on a branch into which the commit is proposed; by one pull request, if that is
 * named.
 */
function requiredNames(
  { state }: HubCore,
  repository: Repository,
  sha: string,
  args: Args,
): ReadonlySet<string> {
  const nodeId = args.optionalText("pullRequestId");
  const number = args.optionalInteger("pullRequestNumber");
  const isMeant = (pull: Pull) =>
    (nodeId === undefined || nodeId === pull.nodeId) &&
    (number === undefined || number === pull.issue.number);
  const bases = new Set(
    pullsAt(state, repository.id, sha)
      .filter(isMeant)
      .map((pull) => pull.baseRef),
  );
  const rules = [...bases].flatMap((branch) => rulesOn(state, repository, branch));
  const names = rules.flatMap(({ rule }) =>
    rule.type === "required_status_checks" ? rule.parameters.required_status_checks : [],
  );
  return new Set(names.map(({ context }) => context));
}

export function runNode(core: HubCore, { run, suite }: SuiteRun, isRequired: Required): Composite {
  const shown = () => presentRun(core, run);
  return composite(
    {
      id: run.nodeId,
      databaseId: int32(run.id),
      name: run.name,
      status: toEnum(run.status),
      conclusion: run.conclusion && toEnum(run.conclusion),
      startedAt: run.startedAt,
      completedAt: run.completedAt,
      detailsUrl: () => shown().details_url,
      url: () => shown().html_url,
      externalId: run.externalId,
      title: run.title,
      summary: run.summary,
      text: run.text,
      isRequired: (args: Args) => isRequired(run.name, args),
      checkSuite: () =>
        composite({
          id: suite.nodeId,
          databaseId: int32(suite.id),
          workflowRun: null,
          app: () => appNode(core, suite.appId),
        }),
    },
    "CheckRun",
  );
}

function appNode({ state }: HubCore, appId: number): Composite | null {
  const app = appById(state, appId);
  if (app === undefined) return null;
  return composite({ id: app.nodeId, databaseId: app.id, name: app.name, slug: app.slug });
}

function statusNode(core: HubCore, status: Status, isRequired: Required): Composite {
  return composite(
    {
      id: status.nodeId,
      context: status.context,
      state: toEnum(status.state),
      description: status.description,
      targetUrl: status.targetUrl,
      createdAt: status.createdAt,
      creator: () => accountById(core, status.creatorId),
      isRequired: (args: Args) => isRequired(status.context, args),
    },
    "StatusContext",
  );
}
