/** Rules of a branch that requires a merge queue and some checks, as `POST /repos/{owner}/{repo}/rulesets` takes them. */
export function mergeQueueRules(
  grouping_strategy: "ALLGREEN" | "HEADGREEN",
  checks: readonly string[],
): object {
  const parameters = {
    check_response_timeout_minutes: 60,
    grouping_strategy,
    max_entries_to_build: 5,
    max_entries_to_merge: 5,
    merge_method: "MERGE",
    min_entries_to_merge: 1,
    min_entries_to_merge_wait_minutes: 5,
  };
  const required = {
    required_status_checks: checks.map((context) => ({ context })),
    strict_required_status_checks_policy: true,
  };
  return {
    name: "Main",
    enforcement: "active",
    conditions: { ref_name: { include: ["~DEFAULT_BRANCH"], exclude: [] } },
    rules: [
      { type: "merge_queue", parameters },
      { type: "required_status_checks", parameters: required },
    ],
  };
}
