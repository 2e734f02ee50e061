/** Reads a line of the ledger from its row. */
import { integer, type Row, text } from "../../base/row.ts";
import type { LedgerLine } from "../../engine/model/snapshot.ts";

export function ledgerLine(row: Row): LedgerLine {
  return {
    at: integer(row, "at"),
    kind: text(row, "kind"),
    rule: text(row, "rule"),
    because: text(row, "because"),
    what: text(row, "what"),
    askedBy:
      row.actor_login === null ? undefined : `${text(row, "actor_login")} (${text(row, "actor_role")})`,
  };
}
