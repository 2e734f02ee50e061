/** Milestones in REST and webhooks. */
import type { HubCore } from "../../core.ts";
import { userById } from "../../state/accounts/users.ts";
import { countsOfMilestone, type Milestone } from "../../state/issues/milestones.ts";
import { presentUser } from "../account.ts";
import { fullName, repositoryUrl, requiredRepository } from "../repository.ts";

export function presentMilestone({ state, site }: Pick<HubCore, "state" | "site">, milestone: Milestone) {
  const repository = requiredRepository({ state }, milestone.repositoryId);
  const url = `${repositoryUrl(state, site, repository)}/milestones/${milestone.number}`;
  const creator = userById(state, milestone.creatorId);
  const { open, closed } = countsOfMilestone(state, milestone.id);
  return {
    url,
    html_url: `${site.web}/${fullName(state, repository)}/milestone/${milestone.number}`,
    labels_url: `${url}/labels`,
    id: milestone.id,
    node_id: milestone.nodeId,
    number: milestone.number,
    title: milestone.title,
    description: milestone.description,
    creator: creator === undefined ? null : presentUser(site, creator),
    open_issues: open,
    closed_issues: closed,
    state: milestone.state,
    created_at: milestone.createdAt,
    updated_at: milestone.updatedAt,
    due_on: milestone.dueOn,
    closed_at: milestone.closedAt,
  };
}
