/**
 * Names of webhook events that lead somewhere. A newcomer would look names up in a plain object, where `constructor`
 * and `__proto__` are found: this is a set, and the header's length is bounded by never being kept.
 */

/** Asked for by app.yml, and what GitHub sends every App unasked. `ping` and others are acknowledged and set aside. */
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
  "milestone",
  "member",
  "installation",
  "installation_repositories",
  "installation_target",
]);

export function isKnownEvent(name: string): boolean {
  return known.has(name);
}
