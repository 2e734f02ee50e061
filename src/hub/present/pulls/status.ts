/** Commit statuses, one by one and combined. */
import type { HubCore } from "../../core.ts";
import { statusVerdict, worstVerdict } from "../../ops/pulls/verdicts.ts";
import { latestStatuses, type Status } from "../../state/pulls/statuses.ts";
import type { Repository } from "../../state/repositories.ts";
import { userOf } from "../issues/issue.ts";
import { presentRepository, repositoryUrl, requiredRepository } from "../repository.ts";

type PresentContext = Pick<HubCore, "state" | "site">;

export function presentStatusBriefly(viewing: PresentContext, status: Status) {
  const repository = requiredRepository(viewing, status.repositoryId);
  return {
    url: `${repositoryUrl(viewing.state, viewing.site, repository)}/statuses/${status.sha}`,
    avatar_url: userOf(viewing, status.creatorId).avatar_url,
    id: status.id,
    node_id: status.nodeId,
    state: status.state,
    description: status.description,
    target_url: status.targetUrl,
    context: status.context,
    created_at: status.createdAt,
    updated_at: status.createdAt,
  };
}

export function presentStatus(viewing: PresentContext, status: Status) {
  return { ...presentStatusBriefly(viewing, status), creator: userOf(viewing, status.creatorId) };
}

/** A commit's combined status: pending while it has none. */
export function presentCombinedStatus(viewing: PresentContext, repository: Repository, sha: string) {
  const { state, site } = viewing;
  const statuses = latestStatuses(state, repository.id, sha);
  const url = `${repositoryUrl(state, site, repository)}/commits/${sha}`;
  return {
    state: worstVerdict(statuses.map(statusVerdict)) ?? "pending",
    statuses: statuses.map((status) => presentStatusBriefly(viewing, status)),
    sha,
    total_count: statuses.length,
    repository: presentRepository(state, site, repository),
    commit_url: url,
    url: `${url}/status`,
  };
}
