/** An issue, or the pull request whose conversation it is. Never present one to clients as the other. */
import type { HubCore } from "../core.ts";
import type { Issue } from "../state/issues/issues.ts";
import { pullById } from "../state/pulls/pulls.ts";
import { type Entity, entity } from "./executor/entity.ts";

export function issueOrPull({ state }: HubCore, issue: Issue): Entity<"Issue"> | Entity<"PullRequest"> {
  const pull = issue.pullId === null ? undefined : pullById(state, issue.pullId);
  return pull === undefined ? entity("Issue", issue) : entity("PullRequest", pull);
}
