/** The ledger of a data directory or a database, read while the server writes it. */
import { z } from "zod";
import { databaseOf, rowsOfIndex } from "./store-of-flows.ts";

const row = z.object({
  at: z.number(),
  issue_id: z.string().nullable(),
  kind: z.string(),
  rule: z.string(),
  because: z.string(),
  what: z.string(),
  delivery: z.string().nullable(),
  actor_id: z.string().nullable(),
  actor_login: z.string().nullable(),
  actor_role: z.string().nullable(),
});
export type LedgerRow = z.infer<typeof row>;

export function readLedger(home: string): readonly LedgerRow[] {
  const order = databaseOf(home) === undefined ? "id" : "installation_id, line";
  return z.array(row).parse(rowsOfIndex(home, `SELECT * FROM ledger ORDER BY ${order}`));
}
