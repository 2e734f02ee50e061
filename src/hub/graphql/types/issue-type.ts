/** Issue types in GraphQL. The hub gives them no their own colours. */
import { objectType } from "../executor/object-type.ts";

export const issueTypeType = objectType("IssueType", {
  id: (type) => type.nodeId,
  name: (type) => type.name,
  description: () => null,
  color: () => "GRAY",
  isEnabled: (type) => type.isEnabled,
});
