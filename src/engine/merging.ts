/** What a merge is called, so that what GitHub refused is known again. */
export function mergeKey(type: "MergePullRequest" | "UpdateBranch", headSha: string): string {
  return `merge ${type} ${headSha}`;
}
