/** Reads an agent's session from its row. */
import { z } from "zod";
import { integer, optional, type Row, text } from "../../base/row.ts";
import type { Session } from "../../dispatcher/ports/agents/sessions.ts";

const leases = z.array(z.object({ issue: z.number(), token: z.number() }));

export function sessionIn(row: Row): Session {
  return {
    agent: text(row, "agent"),
    id: text(row, "id"),
    repositoryId: text(row, "repository_id") || undefined,
    firstHeardAt: integer(row, "first_heard_at"),
    heardAt: integer(row, "heard_at"),
    endedAt: optional(integer, row, "ended_at"),
    doing: optional(text, row, "doing"),
    issue: optional(integer, row, "issue"),
    leases: leases.parse(JSON.parse(text(row, "leases"))),
  };
}
