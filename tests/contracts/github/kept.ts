/**
 * Which parts of GitHub's descriptions are kept: what the hub serves and what it delivers. A newcomer would add
 * an operation here only; run `prune.ts` again afterwards, the two JSON files are its output.
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

  "GET /app",
  "GET /apps/{app_slug}",
  "GET /app/installations",
  "GET /app/installations/{installation_id}",
  "DELETE /app/installations/{installation_id}",
  "PUT /app/installations/{installation_id}/suspended",
  "DELETE /app/installations/{installation_id}/suspended",
  "POST /app/installations/{installation_id}/access_tokens",
  "GET /installation/repositories",
  "PUT /user/installations/{installation_id}/repositories/{repository_id}",
  "DELETE /user/installations/{installation_id}/repositories/{repository_id}",
  "DELETE /installation/token",
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
  "GET /repos/{owner}/{repo}/git/ref/{ref}",
  "POST /repos/{owner}/{repo}/git/refs",
  "PATCH /repos/{owner}/{repo}/git/refs/{ref}",
  "GET /repos/{owner}/{repo}/git/commits/{commit_sha}",
  "GET /repos/{owner}/{repo}/git/trees/{tree_sha}",
  "GET /repos/{owner}/{repo}/git/blobs/{file_sha}",

  "GET /repos/{owner}/{repo}/collaborators",
  "GET /repos/{owner}/{repo}/collaborators/{username}",
  "PUT /repos/{owner}/{repo}/collaborators/{username}",
  "DELETE /repos/{owner}/{repo}/collaborators/{username}",
  "GET /repos/{owner}/{repo}/collaborators/{username}/permission",
  "GET /orgs/{org}/members/{username}",
  "GET /search/issues",
];

/**
 * Answers whose description contradicts GitHub, by operation and status. Listed installations are said to belong to
 * an account that is a user and an enterprise at once; the single installation says "either".
 */
export const mendedAnswers = {
  "GET /app/installations 200": { type: "array", items: { $ref: "#/components/schemas/installation" } },
} as const;

/** Fields whose description contradicts GitHub, by schema: an issue without a body is found by search, too. */
export const mendedFields = {
  "issue-search-result-item": { body: { type: "string", nullable: true } },
} as const;

/** Webhook events, each kept with all its actions. */
export const keptEvents: readonly string[] = [
  "installation",
  "installation_repositories",
  "issue_comment",
  "issue_dependencies",
  "issues",
  "label",
  "member",
  "ping",
  "push",
  "repository",
  "sub_issues",
];
