/** Reads a token of the site from its row. */
import { z } from "zod";
import type { Millis } from "../../base/clock.ts";
import { integer, oneOf, optional, type Row, text } from "../../base/row.ts";
import { type ApiToken, tokenKinds } from "./api-token.ts";

/** For this long after the end, the error says that the token has expired, not that it does not exist. */
export const expiredShownMs: Millis = 30 * 24 * 3_600_000;
const repositoriesShape = z.array(z.string());

export function tokenIn(row: Row): ApiToken {
  const repositories = optional(text, row, "repositories");
  return {
    id: text(row, "id"),
    kind: oneOf(row, "kind", tokenKinds),
    login: optional(text, row, "login"),
    nodeId: optional(text, row, "node_id"),
    agent: optional(text, row, "agent"),
    mayOrder: integer(row, "may_order") === 1,
    repositories: repositories === undefined ? undefined : repositoriesShape.parse(JSON.parse(repositories)),
    audience: text(row, "audience"),
    createdAt: integer(row, "created_at"),
    usedAt: optional(integer, row, "used_at"),
    expiresAt: integer(row, "expires_at"),
  };
}
