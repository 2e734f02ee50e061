/**
 * Walks every REST operation of the hub once, through success and the refusals that clients meet, and checks
 * its answers and deliveries against GitHub's descriptions. A new route without a walk fails here, and so
 * does a hub that silently answers what it does not support.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Rates } from "../../src/hub/http/rate.ts";
import { allRoutes } from "../../src/hub/rest/routes/all.ts";
import { demoSeed, type HubSeed } from "../../src/hub/seed.ts";
import { restContract } from "../support/contract.ts";
import { type Answered, type Ask, startTestHub, type TestHub } from "../support/hub.ts";
import { walkChecks } from "./walks/checks.ts";
import { walkPlanning } from "./walks/planning.ts";
import { walkForks, walkGit, walkPulls, walkReviews, walkRulesets } from "./walks/pulls.ts";
import { walkUserAccess } from "./walks/user-access.ts";

const contract = restContract();
/** For browsers, and therefore not in an API description. */
const pages = /^\/login\/oauth\/|\/settings\/apps\/new$|\/installations\/new$/;
const demo = "/repos/acme/demo";
/** Selected repositories, because only then can one be added and removed. */
const seed: HubSeed = {
  ...demoSeed,
  repositories: [...demoSeed.repositories, { fullName: "acme/api", private: true, roles: {} }],
  app: {
    ...demoSeed.app,
    repositories: ["acme/demo"],
    permissions: { ...demoSeed.app.permissions, members: "read", statuses: "read" },
    events: [
      ...demoSeed.app.events,
      "check_suite",
      "member",
      "milestone",
      "pull_request_review",
      "pull_request_review_comment",
      "status",
    ],
  },
};
let github: TestHub;

beforeAll(async () => {
  github = await startTestHub({ seed });
});

afterAll(() => github.close());

/** A user by login, `app`, `nobody`, or the holder of a token. */
function asking(as: string): Ask {
  if (as === "app") return github.asApp();
  if (as === "nobody") return github.withAuthorization(undefined);
  if (as.startsWith("Basic ")) return github.withAuthorization(as);
  return as.startsWith("gh") ? github.withAuthorization(`Bearer ${as}`) : github.as(as);
}

/** Sends a request, and expects this status and an answer that matches its description. */
async function walk(as: string, request: string, status: number, given?: unknown): Promise<Answered["body"]> {
  const [method = "", path = ""] = request.split(" ");
  const { status: found, body } = await asking(as)(method, path, given);
  expect.soft({ request, status: found, body }).toMatchObject({ request, status });
  expect.soft(contract.check(method, path, found, body)).toEqual([]);
  return body;
}

async function openIssue(title: string): Promise<{ readonly id: number; readonly path: string }> {
  const issue = await walk("alice", `POST ${demo}/issues`, 201, { title, body: "### Goal\n\nIt works." });
  return { id: issue.id, path: `${demo}/issues/${issue.number}` };
}

describe("the hub answers as GitHub describes", () => {
  test("the root and the limits", async () => {
    await walk("alice", "GET /", 200);
    await walk("nobody", "GET /meta", 200);
    await walk("alice", "GET /rate_limit", 200);
    await walk("ghp_wrong", "GET /user", 401);
  });

  test("accounts and organisations", async () => {
    await walk("alice", "GET /user", 200);
    await walk("nobody", "GET /user", 401);
    await walk("alice", "GET /users/maria", 200);
    await walk("alice", "GET /users/nobody-of-this-name", 404);
    await walk("alice", "GET /users/acme/repos", 200);
    await walk("maria", "GET /user/orgs", 200);
    await walk("alice", "GET /orgs/acme", 200);
    await walk("alice", "GET /orgs/alice", 404);
    await walk("alice", "GET /orgs/acme/members", 200);
    await walk("maria", "GET /orgs/acme/members/maria", 204);
    await walk("maria", "GET /orgs/acme/members/mallory", 404);
    await walk("alice", "GET /orgs/acme/repos", 200);
    await walk("maria", "POST /orgs/acme/repos", 201, { name: "walked", private: true, auto_init: true });
    await walk("mallory", "POST /orgs/acme/repos", 403, { name: "mine" });
    await walk("maria", "POST /orgs/nobody/repos", 404, { name: "mine" });
    await walk("bob", "POST /user/repos", 201, { name: "own", description: "Mine" });
    await walk("bob", "POST /user/repos", 422, { name: "own" });
  });

  test("a repository and who works in it", async () => {
    await walk("alice", `GET ${demo}`, 200);
    await walk("alice", "GET /repos/acme/nothing", 404);
    await walk("maria", `PATCH ${demo}`, 200, { description: "Changed" });
    await walk("mallory", `PATCH ${demo}`, 403, { description: "Mine" });
    await walk("alice", `GET ${demo}/collaborators`, 200);
    await walk("mallory", `GET ${demo}/collaborators`, 403);
    await walk("alice", `GET ${demo}/collaborators/bob`, 204);
    await walk("alice", `GET ${demo}/collaborators/mallory`, 404);
    for (const login of ["maria", "alice", "mallory"])
      await walk("alice", `GET ${demo}/collaborators/${login}/permission`, 200);
    await walk("alice", `GET ${demo}/collaborators/nobody-of-this-name/permission`, 404);
    await walk("maria", `PUT ${demo}/collaborators/mallory`, 204, { permission: "triage" });
    await walk("maria", `DELETE ${demo}/collaborators/mallory`, 204);
    await walk("alice", `GET ${demo}/assignees`, 200);
  });

  test("issues, from opening to locking", async () => {
    const { path } = await openIssue("A task");
    await walk("alice", `POST ${demo}/issues`, 422, { body: "no title" });
    await walk("nobody", `POST ${demo}/issues`, 401, { title: "Anonymous" });
    await walk("nobody", `GET ${demo}/issues?state=all&per_page=1`, 200);
    await walk("alice", `GET ${path}`, 200);
    await walk("alice", `GET ${demo}/issues/999`, 404);
    await walk("alice", `PATCH ${path}`, 200, {
      title: "The task",
      body: null,
      labels: ["bug"],
      assignees: ["bob"],
    });
    await walk("mallory", `PATCH ${path}`, 403, { title: "Taken over" });
    await walk("alice", `PATCH ${path}`, 200, { state: "closed", state_reason: "not_planned" });
    await walk("alice", `PATCH ${path}`, 200, { state: "open" });
    await walk("alice", `PATCH ${path}`, 422, { state: "ajar" });
    await walk("maria", `PUT ${path}/lock`, 204, { lock_reason: "resolved" });
    await walk("mallory", `PUT ${path}/lock`, 403);
    await walk("maria", `DELETE ${path}/lock`, 204);
    await walk("maria", `POST ${path}/assignees`, 201, { assignees: ["alice"] });
    await walk("maria", `DELETE ${path}/assignees`, 200, { assignees: ["alice", "bob"] });
    await walk("alice", `GET ${path}/events`, 200);
    await walk("alice", `GET ${path}/timeline`, 200);
    await walk("alice", `GET ${demo}/issues/999/timeline`, 404);
  });

  test("comments", async () => {
    const { path } = await openIssue("A question");
    const made = await walk("bob", `POST ${path}/comments`, 201, { body: "/answer yes" });
    const comment = `${demo}/issues/comments/${made.id}`;
    await walk("bob", `POST ${path}/comments`, 422, { text: "no body" });
    await walk("alice", `GET ${path}/comments`, 200);
    await walk("alice", `GET ${demo}/issues/comments?sort=updated`, 200);
    await walk("alice", `GET ${comment}`, 200);
    await walk("alice", `GET ${path}/timeline`, 200);
    await walk("mallory", `PATCH ${comment}`, 403, { body: "/answer no" });
    await walk("maria", `PATCH ${comment}`, 200, { body: "/answer maybe" });
    await walk("bob", `DELETE ${comment}`, 204);
    await walk("bob", `GET ${comment}`, 404);
  });

  test("labels of the repository and of an issue", async () => {
    const { path } = await openIssue("A labelled task");
    const labels = `${demo}/labels`;
    await walk("alice", `POST ${labels}`, 201, { name: "kind:task", color: "0e8a16", description: "Work" });
    await walk("alice", `POST ${labels}`, 422, { name: "kind:task", color: "0e8a16" });
    await walk("mallory", `POST ${labels}`, 403, { name: "mine", color: "000000" });
    await walk("alice", `GET ${labels}`, 200);
    await walk("alice", `GET ${labels}/kind:task`, 200);
    await walk("alice", `GET ${labels}/nothing`, 404);
    await walk("alice", `PATCH ${labels}/kind:task`, 200, { new_name: "kind:work", description: null });
    await walk("alice", `POST ${path}/labels`, 200, { labels: ["kind:work", "bug"] });
    await walk("alice", `GET ${path}/labels`, 200);
    await walk("alice", `PUT ${path}/labels`, 200, { labels: ["question"] });
    await walk("alice", `DELETE ${path}/labels/question`, 200);
    await walk("alice", `DELETE ${path}/labels/question`, 404);
    await walk("alice", `DELETE ${path}/labels`, 204);
    await walk("mallory", `POST ${path}/labels`, 403, { labels: ["bug"] });
    await walk("alice", `DELETE ${labels}/kind:work`, 204);
  });

  test("dependencies", async () => {
    const task = await openIssue("Blocked");
    const blocker = await openIssue("Blocking");
    const edges = `${task.path}/dependencies`;
    await walk("alice", `POST ${edges}/blocked_by`, 201, { issue_id: blocker.id });
    await walk("alice", `POST ${edges}/blocked_by`, 422, { issue_id: blocker.id });
    await walk("alice", `POST ${edges}/blocked_by`, 404, { issue_id: 9_999_999_999 });
    await walk("alice", `GET ${edges}/blocked_by`, 200);
    await walk("alice", `GET ${blocker.path}/dependencies/blocking`, 200);
    await walk("alice", `GET ${task.path}`, 200);
    await walk("alice", `GET ${task.path}/timeline`, 200);
    await walk("alice", `DELETE ${edges}/blocked_by/${blocker.id}`, 200);
    await walk("alice", `DELETE ${edges}/blocked_by/${blocker.id}`, 404);
  });

  test("sub-issues", async () => {
    const whole = await openIssue("Whole");
    const first = await openIssue("First");
    const second = await openIssue("Second");
    const parts = `${whole.path}/sub_issues`;
    await walk("alice", `POST ${parts}`, 201, { sub_issue_id: first.id });
    await walk("alice", `POST ${parts}`, 201, { sub_issue_id: second.id });
    await walk("alice", `POST ${parts}`, 422, { sub_issue_id: second.id });
    await walk("mallory", `POST ${parts}`, 403, { sub_issue_id: first.id });
    await walk("alice", `GET ${parts}`, 200);
    await walk("alice", `GET ${first.path}/parent`, 200);
    await walk("alice", `GET ${whole.path}/parent`, 404);
    await walk("alice", `GET ${first.path}/timeline`, 200);
    await walk("alice", `PATCH ${parts}/priority`, 200, { sub_issue_id: second.id, before_id: first.id });
    await walk("alice", `PATCH ${parts}/priority`, 422, { sub_issue_id: second.id });
    await walk("alice", `DELETE ${whole.path}/sub_issue`, 200, { sub_issue_id: first.id });
    await walk("alice", `DELETE ${whole.path}/sub_issue`, 404, { sub_issue_id: first.id });
  });

  test("reactions", async () => {
    const { path } = await openIssue("A liked task");
    const comment = await walk("bob", `POST ${path}/comments`, 201, { body: "Done." });
    for (const target of [path, `${demo}/issues/comments/${comment.id}`]) {
      const made = await walk("alice", `POST ${target}/reactions`, 201, { content: "rocket" });
      await walk("alice", `POST ${target}/reactions`, 200, { content: "rocket" });
      await walk("alice", `POST ${target}/reactions`, 422, { content: "shrug" });
      await walk("alice", `GET ${target}/reactions`, 200);
      await walk("alice", `DELETE ${target}/reactions/${made.id}`, 204);
    }
  });

  test("files and refs", async () => {
    const file = `${demo}/contents/docs/plan.md`;
    const content = Buffer.from("# Plan\n").toString("base64");
    const made = await walk("alice", `PUT ${file}`, 201, { message: "Plan", content });
    const first = made.content.sha;
    await walk("alice", `PUT ${file}`, 409, { message: "Lost race", content, sha: "0".repeat(40) });
    await walk("mallory", `PUT ${file}`, 403, { message: "Mine", content });
    await walk("alice", `GET ${file}`, 200);
    await walk("alice", `GET ${demo}/contents/docs`, 200);
    await walk("alice", `GET ${demo}/contents`, 200);
    await walk("alice", `GET ${demo}/contents/nothing.md`, 404);
    await walk("alice", `GET ${demo}/activity`, 200);
    await walk("alice", `GET ${demo}/readme`, 200);
    const main = (await walk("alice", `GET ${demo}/git/ref/heads/main`, 200)).object.sha;
    await walk("alice", `GET ${demo}/git/ref/heads/nothing`, 404);
    await walk("alice", `POST ${demo}/git/refs`, 201, { ref: "refs/heads/side", sha: main });
    await walk("alice", `POST ${demo}/git/refs`, 422, { ref: "refs/heads/side", sha: main });
    await walk("alice", `DELETE ${file}`, 200, { message: "No plan", sha: first });
    const moved = (await walk("alice", `GET ${demo}/git/ref/heads/main`, 200)).object.sha;
    await walk("alice", `PATCH ${demo}/git/refs/heads/side`, 200, { sha: moved });
    await walk("alice", `PATCH ${demo}/git/refs/heads/side`, 422, { sha: main });
  });

  test("pull requests, from opening to merging", () => walkPulls(walk));
  test("reviews, and bringing a branch up to date", () => walkReviews(walk));
  test("milestones and requested reviewers", () => walkPlanning(walk));
  test("git objects, commits and branches", () => walkGit(walk));
  test("forks", () => walkForks(walk));
  test("rulesets", () => walkRulesets(walk));

  test("checks and statuses", async () => {
    const tokens = `/app/installations/${github.hub.app.installationId}/access_tokens`;
    await walkChecks(walk, (await walk("app", `POST ${tokens}`, 201)).token);
  });

  test("search", async () => {
    await walk("alice", "GET /search/issues?q=repo:acme/demo+is:issue+state:open", 200);
    await walk("alice", "GET /search/issues?q=", 422);
  });

  test("the App, its installations and their tokens", async () => {
    const installation = `/app/installations/${github.hub.app.installationId}`;
    await walk("app", "GET /app", 200);
    await walk("alice", "GET /app", 401);
    await walk("nobody", `GET /apps/${github.hub.app.slug}`, 200);
    await walk("app", "GET /app/installations", 200);
    await walk("app", `GET ${installation}`, 200);
    await walk("app", "GET /app/installations/1", 404);
    for (const owner of [demo, "/orgs/acme", "/users/acme"])
      await walk("app", `GET ${owner}/installation`, 200);
    await walk("app", "GET /repos/acme/nothing/installation", 404);
    await walk("app", `POST ${installation}/access_tokens`, 422, {
      permissions: { administration: "write" },
    });
    const narrow = { repositories: ["demo"], permissions: { issues: "write" } };
    await walk("app", `POST ${installation}/access_tokens`, 201, narrow);
    const made = await walk("app", `POST ${installation}/access_tokens`, 201);
    const token = made.token;
    await walk(token, "GET /installation/repositories", 200);
    await walk("alice", "GET /installation/repositories", 403);
    const issue = await walk(token, `POST ${demo}/issues`, 201, { title: "Opened by the App" });
    await walk(token, `POST ${demo}/issues/${issue.number}/comments`, 201, { body: "Status" });
    await walk(token, "DELETE /installation/token", 204);
    await walk(token, "GET /installation/repositories", 401);
  });

  test("an App made from a manifest", async () => {
    const asked = { default_permissions: { issues: "read" }, default_events: ["issues"] };
    const manifest = JSON.stringify({ name: "other", url: "http://127.0.0.1/", ...asked });
    const form = new URLSearchParams({ manifest }).toString();
    const type = { "content-type": "application/x-www-form-urlencoded" };
    const page = await asking("maria")("POST", "/organizations/acme/settings/apps/new", form, type);
    const code = new URL(page.headers.get("location") ?? "").searchParams.get("code");
    await walk("nobody", `POST /app-manifests/${code}/conversions`, 201);
    await walk("nobody", `POST /app-manifests/${code}/conversions`, 404);
  });

  test("the App's webhook and its delivery log", async () => {
    await github.hub.idle();
    const deliveries = await walk("app", "GET /app/hook/deliveries?per_page=100", 200);
    const { id } = deliveries[0];
    await walk("app", `GET /app/hook/deliveries/${id}`, 200);
    await walk("app", "GET /app/hook/deliveries/1", 404);
    await walk("app", `POST /app/hook/deliveries/${id}/attempts`, 202);
    await walk("app", "GET /app/hook/config", 200);
    await walk("app", "PATCH /app/hook/config", 200, { content_type: "json" });
    await walk("alice", "GET /app/hook/config", 401);
  });

  test("tokens with which an App acts for a user", () => walkUserAccess(github, walk));

  test("an installation, from another repository to its end", async () => {
    const installation = `/app/installations/${github.hub.app.installationId}`;
    const { id } = await walk("maria", "GET /repos/acme/api", 200);
    const selected = `/user/installations/${github.hub.app.installationId}/repositories/${id}`;
    await walk("alice", `PUT ${selected}`, 403);
    await walk("maria", `PUT ${selected}`, 204);
    await walk("maria", `DELETE ${selected}`, 204);
    await walk("app", `PUT ${installation}/suspended`, 204);
    await walk("app", `DELETE ${installation}/suspended`, 204);
    await walk("app", `DELETE ${installation}`, 204);
    await walk("app", `DELETE ${installation}`, 404);
  });
});

describe("the hub as a whole", () => {
  const served = allRoutes(new Rates()).map(({ method, template }) => `${method} ${template}`);
  const described = new Set(contract.operations);

  test("every described operation that the hub serves was walked to its success", () => {
    const walked = github.hub.operations();
    expect(served.filter((operation) => described.has(operation) && !walked.has(operation))).toEqual([]);
  });

  test("the hub serves nothing under an API path that GitHub does not describe", () => {
    const api = allRoutes(new Rates()).filter(({ template }) => !pages.test(template));
    expect(
      api.filter(({ method, template }) => contract.operationOf(method, template) === undefined),
    ).toEqual([]);
  });

  test("an unsupported operation says so, and is never taken for a missing record", async () => {
    for (const operation of contract.operations.filter((one) => !served.includes(one))) {
      const [method = "", template = ""] = operation.split(" ");
      const path = template.replace("{owner}/{repo}", "acme/demo").replace("{org}", "acme");
      const answer = await asking("maria")(method, path.replace(/\{\w+\}/g, "1"));
      expect({ operation, ...answer }).toMatchObject({ operation, status: 501 });
      expect(answer.body.message).toMatch(/^not implemented by the hub: /);
    }
  });

  test("every kind of delivery that the walk causes was sent", async () => {
    await github.hub.idle();
    expect([...github.hub.deliveries()].sort()).toEqual([
      "check_run.completed",
      "check_run.created",
      "check_run.rerequested",
      "check_suite.completed",
      "check_suite.requested",
      "check_suite.rerequested",
      "github_app_authorization.revoked",
      "installation.deleted",
      "installation.suspend",
      "installation.unsuspend",
      "installation_repositories.added",
      "installation_repositories.removed",
      "issue_comment.created",
      "issue_comment.deleted",
      "issue_comment.edited",
      "issue_dependencies.blocked_by_added",
      "issue_dependencies.blocked_by_removed",
      "issue_dependencies.blocking_added",
      "issue_dependencies.blocking_removed",
      "issues.assigned",
      "issues.closed",
      "issues.demilestoned",
      "issues.edited",
      "issues.labeled",
      "issues.locked",
      "issues.milestoned",
      "issues.opened",
      "issues.reopened",
      "issues.unassigned",
      "issues.unlabeled",
      "issues.unlocked",
      "label.created",
      "label.deleted",
      "label.edited",
      "member.added",
      "member.removed",
      "milestone.closed",
      "milestone.created",
      "milestone.deleted",
      "milestone.edited",
      "milestone.opened",
      "pull_request.assigned",
      "pull_request.closed",
      "pull_request.edited",
      "pull_request.labeled",
      "pull_request.opened",
      "pull_request.reopened",
      "pull_request.review_request_removed",
      "pull_request.review_requested",
      "pull_request.synchronize",
      "pull_request.unassigned",
      "pull_request.unlabeled",
      "pull_request_review.submitted",
      "pull_request_review_comment.created",
      "push",
      "repository.edited",
      "status",
      "sub_issues.parent_issue_added",
      "sub_issues.parent_issue_removed",
      "sub_issues.sub_issue_added",
      "sub_issues.sub_issue_removed",
    ]);
  });

  test("no answer or delivery of the hub contradicted a description", () => {
    expect(github.hub.problems()).toEqual([]);
  });
});
