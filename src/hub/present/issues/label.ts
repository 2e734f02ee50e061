/** Labels in REST and webhooks. */
import type { HubCore } from "../../core.ts";
import type { Label } from "../../state/issues/labels.ts";
import { repositoryUrl, requiredRepository } from "../repository.ts";

export function presentLabel({ state, site }: Pick<HubCore, "state" | "site">, label: Label) {
  const repository = requiredRepository({ state }, label.repositoryId);
  return {
    id: label.id,
    node_id: label.nodeId,
    url: `${repositoryUrl(state, site, repository)}/labels/${encodeURIComponent(label.name)}`,
    name: label.name,
    color: label.color,
    default: label.isDefault,
    description: label.description,
  };
}
