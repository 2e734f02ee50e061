/** The ledger of a data directory or a database, read while the server writes it. */
import { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import { databaseIn } from "../../src/store/sqlite/home.ts";
import { rowsOf } from "./postgres.ts";
import { databaseOf } from "./store-of-flows.ts";

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
  const databaseUrl = databaseOf(home);
  if (databaseUrl !== undefined)
    return z.array(row).parse(rowsOf(databaseUrl, "SELECT * FROM ledger ORDER BY installation_id, line"));
  const database = new DatabaseSync(databaseIn(home), { readOnly: true });
  try {
    return z.array(row).parse(database.prepare("SELECT * FROM ledger ORDER BY id").all());
  } finally {
    database.close();
  }
}
