/** Labels in GraphQL. */

import type { HubCore } from "../../core.ts";
import type { Label } from "../../state/issues/labels.ts";
import { entity } from "../executor/entity.ts";
import { objectType } from "../executor/object-type.ts";
import { issueListing } from "../listing/issue-listing.ts";
import { connection } from "../listing/paging/connection.ts";
import { repositoryOfRecord, repositoryPath } from "../records.ts";

function pathOf(core: HubCore, label: Label): string {
  const repository = repositoryPath(core, repositoryOfRecord(core, label));
  return `${repository}/labels/${encodeURIComponent(label.name)}`;
}

export const labelType = objectType("Label", {
  id: (label) => label.nodeId,
  name: (label) => label.name,
  color: (label) => label.color,
  description: (label) => label.description,
  isDefault: (label) => label.isDefault,
  createdAt: (label) => label.createdAt,
  updatedAt: (label) => label.updatedAt,
  repository: (label, _args, { core }) => entity("Repository", repositoryOfRecord(core, label)),
  url: (label, _args, { core }) => core.site.web + pathOf(core, label),
  resourcePath: (label, _args, { core }) => pathOf(core, label),
  issues: (label, args, { core }) =>
    connection(issueListing(core.state, label.repositoryId, args, label.name), args, (issue) =>
      entity("Issue", issue),
    ),
});
