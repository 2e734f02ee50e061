/** Labels as REST and webhooks show them. */
import { Defect } from "../../base/errors.ts";
import type { HubCore } from "../core.ts";
import type { Label } from "../state/labels.ts";
import { repositoryById } from "../state/repositories.ts";
import { repositoryUrl } from "./repository.ts";

export function presentLabel({ state, site }: Pick<HubCore, "state" | "site">, label: Label) {
  const repository = repositoryById(state, label.repositoryId);
  if (repository === undefined) throw new Defect(`Label ${label.id} has no repository.`);
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
