/** The walk through check runs, check suites and commit statuses. */
import { makeBranch } from "./pulls.ts";
import type { Walk } from "./walk.ts";

const demo = "/repos/acme/demo";

/** @param token of the App's installation */
export async function walkChecks(walk: Walk, token: string): Promise<void> {
  const sha = await makeBranch(walk, "walk-checked");
  await walk("alice", `POST ${demo}/pulls`, 201, { title: "Checked", head: "walk-checked", base: "main" });
  const annotation = {
    path: "a.txt",
    start_line: 1,
    end_line: 2,
    annotation_level: "warning",
    message: "Odd",
  };
  const output = { title: "Reading", summary: "So far so good.", annotations: [annotation] };
  const actions = [{ label: "Accept", description: "Accept in spite of it", identifier: "accept" }];
  const run = { name: "verify", head_sha: sha, status: "in_progress", external_id: "7", output, actions };
  await walk("alice", `POST ${demo}/check-runs`, 403, run);
  await walk(token, `POST ${demo}/check-runs`, 422, { ...run, head_sha: "0".repeat(40) });
  const made = await walk(token, `POST ${demo}/check-runs`, 201, run);
  const path = `${demo}/check-runs/${made.id}`;
  await walk("alice", `GET ${path}`, 200);
  await walk("alice", `GET ${demo}/check-runs/1`, 404);
  await walk("alice", `PATCH ${path}`, 403, { conclusion: "success" });
  await walk(token, `PATCH ${path}`, 200, { status: "completed", conclusion: "failure" });
  await walk("alice", `GET ${path}/annotations`, 200);
  await walk("alice", `POST ${path}/rerequest`, 201);
  const suite = `${demo}/check-suites/${made.check_suite.id}`;
  await walk("alice", `GET ${suite}`, 200);
  await walk("alice", `GET ${suite}/check-runs`, 200);
  await walk("alice", `POST ${suite}/rerequest`, 201);
  await walk("alice", `GET ${demo}/commits/walk-checked/check-runs`, 200);
  await walk("alice", `GET ${demo}/commits/${sha}/check-suites`, 200);
  const status = { state: "success", context: "verify", description: "Trust me" };
  await walk("alice", `POST ${demo}/statuses/${sha}`, 201, status);
  await walk("mallory", `POST ${demo}/statuses/${sha}`, 403, status);
  await walk("alice", `GET ${demo}/commits/${sha}/status`, 200);
  await walk("alice", `GET ${demo}/commits/walk-checked/statuses`, 200);
}
