/** Check runs and check suites. Reading accepts a commit by any of its names; only an App can write. */
import { z } from "zod";
import { failure, type HttpResponse, json, toResponse } from "../../../http/response.ts";
import { needs } from "../../../ops/access/access.ts";
import { createRun, type RunContent, rerequestRun, updateRun } from "../../../ops/checks/check-runs.ts";
import { rerequestSuite } from "../../../ops/checks/check-suites.ts";
import { resolveCommit } from "../../../ops/git/commits.ts";
import { latestRuns, type SuiteRun } from "../../../ops/pulls/verdicts.ts";
import { presentAnnotation, presentFullSuite, presentRun } from "../../../present/pulls/check.ts";
import {
  type CheckRun,
  type CheckSuite,
  checkConclusions,
  checkStatuses,
  runById,
  runsOfSuite,
  suiteById,
  suitesOfCommit,
} from "../../../state/pulls/checks.ts";
import type { Repository } from "../../../state/repositories.ts";
import {
  linkHeader,
  numberParam,
  pagedList,
  requestedPage,
  textParam,
  withAllowed,
  withBody,
  withRepository,
} from "../../reading.ts";
import { type RestRequest, type Route, route } from "../../route.ts";

const annotation = z.object({
  path: z.string(),
  start_line: z.number().int(),
  end_line: z.number().int(),
  start_column: z.number().int().optional(),
  end_column: z.number().int().optional(),
  annotation_level: z.enum(["notice", "warning", "failure"]),
  message: z.string(),
  title: z.string().max(255).optional(),
  raw_details: z.string().optional(),
});
const text = z.string().max(65_535);
const content = z.object({
  status: z.enum(checkStatuses).optional(),
  conclusion: z.enum(checkConclusions).optional(),
  external_id: z.string().optional(),
  details_url: z.string().optional(),
  started_at: z.string().optional(),
  completed_at: z.string().optional(),
  output: z
    .object({
      title: z.string().optional(),
      summary: text,
      text: text.optional(),
      annotations: z.array(annotation).max(50).optional(),
    })
    .optional(),
  actions: z
    .array(
      z.object({
        label: z.string().max(20),
        description: z.string().max(40),
        identifier: z.string().max(20),
      }),
    )
    .max(3)
    .optional(),
});
const newRun = content.extend({ name: z.string(), head_sha: z.string() });
const runChanges = content.extend({ name: z.string().optional() });

const runs = "/repos/{owner}/{repo}/check-runs";
const suites = "/repos/{owner}/{repo}/check-suites";

export const checkRoutes: readonly Route[] = [
  route("POST", runs, (request) =>
    withRepository(request, (repository) =>
      withBody(request, newRun, ({ name, head_sha: headSha, ...rest }) => {
        const asked = { ...contentOf(rest), name, headSha, repositoryId: repository.id };
        return toResponse(createRun(request.core, request.actor, asked), (run) =>
          json(201, presentRun(request.viewing, run)),
        );
      }),
    ),
  ),
  route("PATCH", `${runs}/{check_run_id}`, (request) =>
    withRepository(request, (repository) =>
      withBody(request, runChanges, ({ name, ...rest }) => {
        const runId = numberParam(request, "check_run_id");
        const asked = { ...contentOf(rest), name, runId, repositoryId: repository.id };
        return toResponse(updateRun(request.core, request.actor, asked), (run) =>
          json(200, presentRun(request.viewing, run)),
        );
      }),
    ),
  ),
  route("GET", `${runs}/{check_run_id}`, (request) =>
    withRun(request, ({ run }) => json(200, presentRun(request.viewing, run))),
  ),
  route("GET", `${runs}/{check_run_id}/annotations`, (request) =>
    withRun(request, ({ run, suite }) =>
      pagedList(request, run.annotations, (one) => presentAnnotation(request.viewing, suite, one)),
    ),
  ),
  route("POST", `${runs}/{check_run_id}/rerequest`, (request) =>
    withRepository(request, (repository) => {
      const asked = { repositoryId: repository.id, runId: numberParam(request, "check_run_id") };
      return toResponse(rerequestRun(request.core, request.actor, asked), () => json(201, {}));
    }),
  ),
  route("GET", `${suites}/{check_suite_id}`, (request) =>
    withSuite(request, (suite) => json(200, presentFullSuite(request.viewing, suite))),
  ),
  route("GET", `${suites}/{check_suite_id}/check-runs`, (request) =>
    withSuite(request, (suite) => listRuns(request, ofSuite(request, suite))),
  ),
  route("POST", `${suites}/{check_suite_id}/rerequest`, (request) =>
    withRepository(request, (repository) => {
      const asked = { repositoryId: repository.id, suiteId: numberParam(request, "check_suite_id") };
      return toResponse(rerequestSuite(request.core, request.actor, asked), () => json(201, {}));
    }),
  ),
  route("GET", "/repos/{owner}/{repo}/commits/{ref}/check-runs", (request) =>
    withCommit(request, (repository, sha) => {
      const { state } = request.viewing;
      const isAll = request.query.get("filter") === "all";
      const found = isAll
        ? suitesOfCommit(state, repository.id, sha).flatMap((suite) => ofSuite(request, suite))
        : latestRuns(state, repository.id, sha);
      return listRuns(request, found);
    }),
  ),
  route("GET", "/repos/{owner}/{repo}/commits/{ref}/check-suites", (request) =>
    withCommit(request, (repository, sha) => {
      const appId = request.query.get("app_id");
      const found = suitesOfCommit(request.viewing.state, repository.id, sha).filter(
        (suite) => appId === null || suite.appId === Number(appId),
      );
      return counted(request, "check_suites", found, (suite) => presentFullSuite(request.viewing, suite));
    }),
  ),
];

function contentOf(given: z.output<typeof content>): RunContent {
  const { external_id: externalId, details_url: detailsUrl, started_at, completed_at, ...rest } = given;
  return { ...rest, externalId, detailsUrl, startedAt: started_at, completedAt: completed_at };
}

function ofSuite({ viewing }: RestRequest, suite: CheckSuite): readonly SuiteRun[] {
  return runsOfSuite(viewing.state, suite.id).map((run) => ({ suite, run }));
}

/** Newest first, filtered as the query asks. */
function listRuns(request: RestRequest, found: readonly SuiteRun[]): HttpResponse {
  const { query } = request;
  const name = query.get("check_name");
  const status = query.get("status");
  const appId = query.get("app_id");
  const runs = found
    .filter(({ run }) => (name === null || run.name === name) && (status === null || run.status === status))
    .filter(({ suite }) => appId === null || suite.appId === Number(appId))
    .map(({ run }) => run)
    .sort((one, other) => other.id - one.id);
  return counted(request, "check_runs", runs, (run) => presentRun(request.viewing, run));
}

/** A page within an object that has the total count. */
function counted<T>(
  request: RestRequest,
  name: "check_runs" | "check_suites",
  items: readonly T[],
  present: (item: T) => unknown,
): HttpResponse {
  const page = requestedPage(request.query);
  const shown = items.slice(page.offset, page.offset + page.limit).map(present);
  const last = Math.ceil(items.length / page.limit);
  const links = linkHeader(request, page, page.number < last, last);
  return json(200, { total_count: items.length, [name]: shown }, links);
}

function withCommit(
  request: RestRequest,
  work: (repository: Repository, sha: string) => HttpResponse,
): HttpResponse {
  return withAllowed(request, needs.readChecks, (repository) => {
    const sha = resolveCommit(request.viewing.state, repository, textParam(request, "ref"));
    return sha === undefined
      ? failure(422, `No commit found for SHA: ${textParam(request, "ref")}`)
      : work(repository, sha);
  });
}

function withSuite(request: RestRequest, work: (suite: CheckSuite) => HttpResponse): HttpResponse {
  return withAllowed(request, needs.readChecks, (repository) => {
    const suite = suiteById(request.viewing.state, numberParam(request, "check_suite_id"));
    return suite?.repositoryId === repository.id ? work(suite) : failure(404, "Not Found");
  });
}

function withRun(
  request: RestRequest,
  work: (found: { readonly run: CheckRun; readonly suite: CheckSuite }) => HttpResponse,
): HttpResponse {
  return withAllowed(request, needs.readChecks, (repository) => {
    const run = runById(request.viewing.state, numberParam(request, "check_run_id"));
    const suite = run && suiteById(request.viewing.state, run.suiteId);
    if (run === undefined || suite?.repositoryId !== repository.id) return failure(404, "Not Found");
    return work({ run, suite });
  });
}
