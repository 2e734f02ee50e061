/** The state that each tenure leaves to the next one of its installation. */
import { flag, optional, text } from "../../base/row.ts";
import type { InstallationId } from "../../engine/model/fact.ts";
import type { Queries } from "./database/connection.ts";
import { statement } from "./database/statement.ts";

export interface FoundCarryover {
  /** From the last tenure that ended in order; undefined if none did. */
  readonly text: string | undefined;
  /** Whether the tenure before ended in order. */
  readonly isClean: boolean;
}

const find = statement("SELECT text, is_open FROM carryover WHERE installation_id = :id FOR UPDATE");
const open = statement(`
INSERT INTO carryover (installation_id, is_open) VALUES (:id, 1) ON CONFLICT (installation_id) DO UPDATE SET is_open = 1`);
const close = statement("UPDATE carryover SET is_open = 0, text = :text WHERE installation_id = :id");

/** A tenure begins. Call it in a transaction of the tenure. */
export async function openCarryover(queries: Queries, id: InstallationId): Promise<FoundCarryover> {
  const row = await queries.one(find, { id });
  await queries.run(open, { id });
  if (row === undefined) return { text: undefined, isClean: true };
  return { text: optional(text, row, "text"), isClean: !flag(row, "is_open") };
}

/** A tenure ends in order. Call it in a transaction of the tenure. */
export async function closeCarryover(queries: Queries, id: InstallationId, left: string): Promise<void> {
  await queries.run(close, { id, text: left });
}
