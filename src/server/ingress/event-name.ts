/**
 * The webhook events that are processed. They are in a set, because a plain object would also contain
 * `constructor` and `__proto__`. An unknown name is never stored, which bounds the header's length.
 */

/**
 * Subscribed to in app.yml, plus what GitHub sends to every App. `ping` and others are acknowledged and
 * ignored.
 */
const known: ReadonlySet<string> = new Set([
  "issues",
  "issue_comment",
  "issue_dependencies",
  "sub_issues",
  "pull_request",
  "pull_request_review",
  "pull_request_review_thread",
  "check_run",
  "merge_group",
  "push",
  "repository",
  "label",
  "installation",
  "installation_repositories",
  "installation_target",
  "github_app_authorization",
]);

export function isKnownEvent(name: string): boolean {
  return known.has(name);
}
