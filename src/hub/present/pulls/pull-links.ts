/** Links to a pull request, also from the issue that is its conversation. */
import type { HubCore } from "../../core.ts";
import type { Pull } from "../../state/pulls/pulls.ts";
import { fullName, repositoryUrl, requiredRepository } from "../repository.ts";

type PresentContext = Pick<HubCore, "state" | "site">;

/** Fields that an issue has if it is the conversation of a pull request. */
export function presentPullLinks(viewing: PresentContext, pull: Pull) {
  const repository = requiredRepository(viewing, pull.repositoryId);
  const page = pullPage(viewing, pull);
  return {
    url: `${repositoryUrl(viewing.state, viewing.site, repository)}/pulls/${pull.issue.number}`,
    html_url: page,
    diff_url: `${page}.diff`,
    patch_url: `${page}.patch`,
    merged_at: pull.mergedAt,
  };
}

export function pullPage(viewing: PresentContext, pull: Pull): string {
  const repository = requiredRepository(viewing, pull.repositoryId);
  return `${viewing.site.web}/${fullName(viewing.state, repository)}/pull/${pull.issue.number}`;
}
