/** Check suites and check runs in REST and webhooks. */
import { Defect } from "../../../base/errors.ts";
import type { HubCore } from "../../core.ts";
import { runVerdict, worstVerdict } from "../../ops/pulls/verdicts.ts";
import {
  type Annotation,
  type CheckConclusion,
  type CheckRun,
  type CheckStatus,
  type CheckSuite,
  runsOfSuite,
  suiteById,
} from "../../state/pulls/checks.ts";
import { pullsAt } from "../../state/pulls/pulls.ts";
import { presentVia } from "../app.ts";
import { presentShortCommit } from "../commit.ts";
import { fullName, presentRepository, repositoryUrl, requiredRepository } from "../repository.ts";
import { presentPullReference } from "./pull.ts";

type PresentContext = Pick<HubCore, "state" | "site">;

const noCommit = "0".repeat(40);

/** A suite's status follows from its runs. */
function standingOf(runs: readonly CheckRun[]): {
  readonly status: CheckStatus;
  readonly conclusion: CheckConclusion | null;
} {
  if (runs.length === 0) return { status: "queued", conclusion: null };
  if (runs.some((run) => run.status !== "completed")) return { status: "in_progress", conclusion: null };
  const verdict = worstVerdict(runs.map(runVerdict));
  const failed = runs.find((run) => runVerdict(run) === "failure");
  return {
    status: "completed",
    conclusion: verdict === "success" ? "success" : (failed?.conclusion ?? "failure"),
  };
}

/** In webhooks, which carry its repository separately. */
export function presentSuite(viewing: PresentContext, suite: CheckSuite) {
  const { state, site } = viewing;
  const repository = requiredRepository(viewing, suite.repositoryId);
  const url = `${repositoryUrl(state, site, repository)}/check-suites/${suite.id}`;
  const runs = runsOfSuite(state, suite.id);
  return {
    id: suite.id,
    node_id: suite.nodeId,
    head_branch: suite.headBranch,
    head_sha: suite.headSha,
    ...standingOf(runs),
    url,
    before: suite.beforeSha ?? noCommit,
    after: suite.headSha,
    pull_requests: presentPullsAt(viewing, suite),
    app: presentVia(state, site, suite.appId),
    created_at: suite.createdAt,
    updated_at: suite.updatedAt,
    rerequestable: true,
    runs_rerequestable: true,
    latest_check_runs_count: runs.length,
    check_runs_url: `${url}/check-runs`,
    head_commit: presentShortCommit(viewing, repository, suite.headSha),
  };
}

export function presentFullSuite(viewing: PresentContext, suite: CheckSuite) {
  const repository = presentRepository(
    viewing.state,
    viewing.site,
    requiredRepository(viewing, suite.repositoryId),
  );
  return { ...presentSuite(viewing, suite), repository };
}

export function presentRun(viewing: PresentContext, run: CheckRun) {
  const { state, site } = viewing;
  const suite = suiteById(state, run.suiteId);
  if (suite === undefined) throw new Defect(`Check run ${run.id} has no suite.`);
  const repository = requiredRepository(viewing, suite.repositoryId);
  const url = `${repositoryUrl(state, site, repository)}/check-runs/${run.id}`;
  const page = `${site.web}/${fullName(state, repository)}/runs/${run.id}`;
  return {
    id: run.id,
    node_id: run.nodeId,
    head_sha: suite.headSha,
    name: run.name,
    external_id: run.externalId,
    url,
    html_url: page,
    details_url: run.detailsUrl ?? page,
    status: run.status,
    conclusion: run.conclusion,
    started_at: run.startedAt,
    completed_at: run.completedAt,
    output: {
      title: run.title,
      summary: run.summary,
      text: run.text,
      annotations_count: run.annotations.length,
      annotations_url: `${url}/annotations`,
    },
    check_suite: presentSuite(viewing, suite),
    app: presentVia(state, site, suite.appId),
    pull_requests: presentPullsAt(viewing, suite),
  };
}

export function presentAnnotation(viewing: PresentContext, suite: CheckSuite, annotation: Annotation) {
  const repository = requiredRepository(viewing, suite.repositoryId);
  const page = `${viewing.site.web}/${fullName(viewing.state, repository)}`;
  return {
    path: annotation.path,
    blob_href: `${page}/blob/${suite.headSha}/${annotation.path}`,
    start_line: annotation.start_line,
    start_column: annotation.start_column ?? null,
    end_line: annotation.end_line,
    end_column: annotation.end_column ?? null,
    annotation_level: annotation.annotation_level,
    title: annotation.title ?? null,
    message: annotation.message,
    raw_details: annotation.raw_details ?? null,
  };
}

/** Open pull requests of the same repository with this head. */
function presentPullsAt(viewing: PresentContext, { repositoryId, headSha }: CheckSuite) {
  return pullsAt(viewing.state, repositoryId, headSha)
    .filter((pull) => pull.issue.state === "open" && pull.headRepositoryId === repositoryId)
    .map((pull) => presentPullReference(viewing, pull));
}
