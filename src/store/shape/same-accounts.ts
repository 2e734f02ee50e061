/** Finds the rows of an account: they may have its node id in another format than GitHub writes it today. */
import { type Row, text } from "../../base/row.ts";
import { isSameAccount } from "../../protocol/settings/agents/account-key.ts";

/** @param rows each with a `node_id` */
export function sameAccounts(rows: readonly Row[], nodeId: string): readonly string[] {
  return rows.map((row) => text(row, "node_id")).filter((each) => isSameAccount(each, nodeId));
}
