/** Whether a branch is named after a task: `task-12`, `issue-12`, `alice/12-login`. */
export function isCalledAfter(branch: string, task: number): boolean {
  return new RegExp(`(?:^|[/_-])(?:issue-?|task-?)?${task}(?:[/_-]|$)`, "i").test(branch.slice(0, 300));
}
