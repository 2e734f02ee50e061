/**
 * Which parts of GitHub's descriptions are kept: what the hub serves and delivers, and some operations that
 * it does not serve and must refuse explicitly. Run `npm run github-facts` after a change; the JSON files and
 * `documented.ts` are its output.
 */

/** REST operations as `METHOD /path/{parameter}`, spelled as in GitHub's description. */
export const keptOperations: readonly string[] = [
  "GET /",
  "GET /meta",
  "GET /rate_limit",
  "GET /user",
  "GET /users/{username}",
  "GET /users/{username}/repos",
  "GET /user/orgs",
  "GET /orgs/{org}",
  "GET /orgs/{org}/members",
  "GET /orgs/{org}/repos",
  "GET /repos/{owner}/{repo}",
  "PATCH /repos/{owner}/{repo}",
  "POST /user/repos",
  "POST /orgs/{org}/repos",

  "GET /app",
  "GET /apps/{app_slug}",
  "GET /app/installations",
  "GET /app/installations/{installation_id}",
  "DELETE /app/installations/{installation_id}",
  "PUT /app/installations/{installation_id}/suspended",
  "DELETE /app/installations/{installation_id}/suspended",
  "POST /app/installations/{installation_id}/access_tokens",
  "GET /installation/repositories",
  "GET /user/installations",
  "GET /user/installations/{installation_id}/repositories",
  "PUT /user/installations/{installation_id}/repositories/{repository_id}",
  "DELETE /user/installations/{installation_id}/repositories/{repository_id}",
  "DELETE /installation/token",
  "DELETE /applications/{client_id}/token",
  "DELETE /applications/{client_id}/grant",
  "GET /repos/{owner}/{repo}/installation",
  "GET /orgs/{org}/installation",
  "GET /users/{username}/installation",
  "POST /app-manifests/{code}/conversions",
  "GET /app/hook/config",
  "PATCH /app/hook/config",
  "GET /app/hook/deliveries",
  "GET /app/hook/deliveries/{delivery_id}",
  "POST /app/hook/deliveries/{delivery_id}/attempts",

  "GET /repos/{owner}/{repo}/issues",
  "POST /repos/{owner}/{repo}/issues",
  "GET /repos/{owner}/{repo}/issues/{issue_number}",
  "PATCH /repos/{owner}/{repo}/issues/{issue_number}",
  "PUT /repos/{owner}/{repo}/issues/{issue_number}/lock",
  "DELETE /repos/{owner}/{repo}/issues/{issue_number}/lock",
  "GET /repos/{owner}/{repo}/assignees",
  "GET /repos/{owner}/{repo}/assignees/{assignee}",
  "POST /repos/{owner}/{repo}/issues/{issue_number}/assignees",
  "DELETE /repos/{owner}/{repo}/issues/{issue_number}/assignees",
  "GET /repos/{owner}/{repo}/issues/events",
  "GET /repos/{owner}/{repo}/issues/{issue_number}/events",
  "GET /repos/{owner}/{repo}/issues/{issue_number}/timeline",

  "GET /repos/{owner}/{repo}/issues/comments",
  "GET /repos/{owner}/{repo}/issues/comments/{comment_id}",
  "PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}",
  "DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}",
  "GET /repos/{owner}/{repo}/issues/{issue_number}/comments",
  "POST /repos/{owner}/{repo}/issues/{issue_number}/comments",

  "GET /repos/{owner}/{repo}/labels",
  "POST /repos/{owner}/{repo}/labels",
  "GET /repos/{owner}/{repo}/labels/{name}",
  "PATCH /repos/{owner}/{repo}/labels/{name}",
  "DELETE /repos/{owner}/{repo}/labels/{name}",
  "GET /repos/{owner}/{repo}/issues/{issue_number}/labels",
  "POST /repos/{owner}/{repo}/issues/{issue_number}/labels",
  "PUT /repos/{owner}/{repo}/issues/{issue_number}/labels",
  "DELETE /repos/{owner}/{repo}/issues/{issue_number}/labels",
  "DELETE /repos/{owner}/{repo}/issues/{issue_number}/labels/{name}",

  "GET /repos/{owner}/{repo}/milestones",
  "POST /repos/{owner}/{repo}/milestones",
  "GET /repos/{owner}/{repo}/milestones/{milestone_number}",
  "PATCH /repos/{owner}/{repo}/milestones/{milestone_number}",
  "DELETE /repos/{owner}/{repo}/milestones/{milestone_number}",
  "GET /repos/{owner}/{repo}/milestones/{milestone_number}/labels",

  "GET /repos/{owner}/{repo}/issues/{issue_number}/dependencies/blocked_by",
  "POST /repos/{owner}/{repo}/issues/{issue_number}/dependencies/blocked_by",
  "DELETE /repos/{owner}/{repo}/issues/{issue_number}/dependencies/blocked_by/{issue_id}",
  "GET /repos/{owner}/{repo}/issues/{issue_number}/dependencies/blocking",
  "GET /repos/{owner}/{repo}/issues/{issue_number}/parent",
  "GET /repos/{owner}/{repo}/issues/{issue_number}/sub_issues",
  "POST /repos/{owner}/{repo}/issues/{issue_number}/sub_issues",
  "DELETE /repos/{owner}/{repo}/issues/{issue_number}/sub_issue",
  "PATCH /repos/{owner}/{repo}/issues/{issue_number}/sub_issues/priority",
  "GET /orgs/{org}/issue-types",
  "POST /orgs/{org}/issue-types",
  "PUT /orgs/{org}/issue-types/{issue_type_id}",
  "DELETE /orgs/{org}/issue-types/{issue_type_id}",

  "GET /repos/{owner}/{repo}/issues/{issue_number}/reactions",
  "POST /repos/{owner}/{repo}/issues/{issue_number}/reactions",
  "DELETE /repos/{owner}/{repo}/issues/{issue_number}/reactions/{reaction_id}",
  "GET /repos/{owner}/{repo}/issues/comments/{comment_id}/reactions",
  "POST /repos/{owner}/{repo}/issues/comments/{comment_id}/reactions",
  "DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}/reactions/{reaction_id}",

  "GET /repos/{owner}/{repo}/contents/{path}",
  "PUT /repos/{owner}/{repo}/contents/{path}",
  "DELETE /repos/{owner}/{repo}/contents/{path}",
  "GET /repos/{owner}/{repo}/readme",
  "GET /repos/{owner}/{repo}/activity",
  "GET /repos/{owner}/{repo}/git/ref/{ref}",
  "POST /repos/{owner}/{repo}/git/refs",
  "PATCH /repos/{owner}/{repo}/git/refs/{ref}",
  "GET /repos/{owner}/{repo}/git/commits/{commit_sha}",
  "GET /repos/{owner}/{repo}/git/trees/{tree_sha}",
  "GET /repos/{owner}/{repo}/git/blobs/{file_sha}",
  "POST /repos/{owner}/{repo}/git/blobs",
  "POST /repos/{owner}/{repo}/git/trees",
  "POST /repos/{owner}/{repo}/git/commits",
  "GET /repos/{owner}/{repo}/git/matching-refs/{ref}",
  "DELETE /repos/{owner}/{repo}/git/refs/{ref}",
  "GET /repos/{owner}/{repo}/commits",
  "GET /repos/{owner}/{repo}/commits/{ref}",
  "GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls",
  "GET /repos/{owner}/{repo}/compare/{basehead}",
  "GET /repos/{owner}/{repo}/branches",
  "GET /repos/{owner}/{repo}/branches/{branch}",
  "GET /repos/{owner}/{repo}/forks",
  "POST /repos/{owner}/{repo}/forks",

  "GET /repos/{owner}/{repo}/pulls",
  "POST /repos/{owner}/{repo}/pulls",
  "GET /repos/{owner}/{repo}/pulls/{pull_number}",
  "PATCH /repos/{owner}/{repo}/pulls/{pull_number}",
  "GET /repos/{owner}/{repo}/pulls/{pull_number}/commits",
  "GET /repos/{owner}/{repo}/pulls/{pull_number}/files",
  "GET /repos/{owner}/{repo}/pulls/{pull_number}/merge",
  "PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge",
  "PUT /repos/{owner}/{repo}/pulls/{pull_number}/update-branch",
  "GET /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers",
  "POST /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers",
  "DELETE /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers",
  "GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews",
  "POST /repos/{owner}/{repo}/pulls/{pull_number}/reviews",
  "GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews/{review_id}",
  "GET /repos/{owner}/{repo}/pulls/{pull_number}/comments",
  "POST /repos/{owner}/{repo}/pulls/{pull_number}/comments",
  "POST /repos/{owner}/{repo}/pulls/{pull_number}/comments/{comment_id}/replies",
  "GET /repos/{owner}/{repo}/pulls/comments/{comment_id}",

  "POST /repos/{owner}/{repo}/check-runs",
  "GET /repos/{owner}/{repo}/check-runs/{check_run_id}",
  "PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}",
  "GET /repos/{owner}/{repo}/check-runs/{check_run_id}/annotations",
  "POST /repos/{owner}/{repo}/check-runs/{check_run_id}/rerequest",
  "GET /repos/{owner}/{repo}/check-suites/{check_suite_id}",
  "GET /repos/{owner}/{repo}/check-suites/{check_suite_id}/check-runs",
  "POST /repos/{owner}/{repo}/check-suites/{check_suite_id}/rerequest",
  "GET /repos/{owner}/{repo}/commits/{ref}/check-runs",
  "GET /repos/{owner}/{repo}/commits/{ref}/check-suites",
  "POST /repos/{owner}/{repo}/statuses/{sha}",
  "GET /repos/{owner}/{repo}/commits/{ref}/status",
  "GET /repos/{owner}/{repo}/commits/{ref}/statuses",
  "GET /repos/{owner}/{repo}/rulesets",
  "POST /repos/{owner}/{repo}/rulesets",
  "GET /repos/{owner}/{repo}/rulesets/{ruleset_id}",
  "PUT /repos/{owner}/{repo}/rulesets/{ruleset_id}",
  "DELETE /repos/{owner}/{repo}/rulesets/{ruleset_id}",
  "GET /repos/{owner}/{repo}/rules/branches/{branch}",

  "GET /repos/{owner}/{repo}/collaborators",
  "GET /repos/{owner}/{repo}/collaborators/{username}",
  "PUT /repos/{owner}/{repo}/collaborators/{username}",
  "DELETE /repos/{owner}/{repo}/collaborators/{username}",
  "GET /repos/{owner}/{repo}/collaborators/{username}/permission",
  "GET /orgs/{org}/members/{username}",
  "GET /search/issues",
];

/**
 * Answers whose description contradicts GitHub, by operation and status. Listed installations are described
 * as belonging to an account that is a user and an enterprise at once; the single installation says "either".
 */
export const mendedAnswers = {
  "GET /app/installations 200": { type: "array", items: { $ref: "#/components/schemas/installation" } },
} as const;

/** Fields whose description contradicts GitHub, by schema: search also finds issues without a body. */
export const mendedFields = {
  "issue-search-result-item": { body: { type: "string", nullable: true } },
} as const;

/** Webhook events, each kept with all its actions. */
export const keptEvents: readonly string[] = [
  "check_run",
  "check_suite",
  "github_app_authorization",
  "installation",
  "installation_repositories",
  "issue_comment",
  "issue_dependencies",
  "issues",
  "label",
  "member",
  "merge_group",
  "milestone",
  "ping",
  "pull_request",
  "pull_request_review",
  "pull_request_review_comment",
  "pull_request_review_thread",
  "push",
  "repository",
  "status",
  "sub_issues",
];

/**
 * Permissions whose title at GitHub is not the API's name for them, as
 * https://docs.github.com/en/rest/authentication/permissions-required-for-github-apps pairs them.
 */
export const permissionNames: ReadonlyMap<string, string> = new Map([
  ["code_scanning_alerts", "security_events"],
  ["commit_statuses", "statuses"],
  ["dependabot_alerts", "vulnerability_alerts"],
  ["organization_members", "members"],
  ["projects", "repository_projects"],
]);

/** Permissions that the API has no name for: an event that needs one is none that an App of ours could have. */
export const unnamedPermissions: ReadonlySet<string> = new Set(["meta", "repository_security_advisories"]);

/** Types of the GraphQL schema that are kept besides those that our documents select from. */
export const keptTypes: readonly string[] = ["MergeQueue", "MergeQueueEntry", "RateLimit"];

/** Mutations that are kept besides those that our documents send. */
export const keptMutations: readonly string[] = ["dequeuePullRequest", "enqueuePullRequest"];
