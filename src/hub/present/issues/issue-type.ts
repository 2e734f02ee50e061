/** Issue types in REST and webhooks. */
import type { IssueType } from "../../state/issues/issue-types.ts";

export function presentIssueType({ id, nodeId, name, isEnabled, createdAt }: IssueType) {
  return {
    id,
    node_id: nodeId,
    name,
    description: null,
    color: null,
    created_at: createdAt,
    updated_at: createdAt,
    is_enabled: isEnabled,
  };
}
