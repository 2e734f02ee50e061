/** Reads a session of the site from its row. */
import { integer, oneOf, optional, type Row, text } from "../../base/row.ts";
import type { Grant } from "./grant.ts";

const kinds = ["owner", "person", "link"] as const;

export function grantIn(row: Row): Grant {
  return {
    id: text(row, "id"),
    kind: oneOf(row, "kind", kinds),
    login: optional(text, row, "login"),
    nodeId: optional(text, row, "node_id"),
    createdAt: integer(row, "created_at"),
    expiresAt: integer(row, "expires_at"),
  };
}
