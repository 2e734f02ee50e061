/** Opens the index, in PostgreSQL or in the data folder. */
import type { Store, StoreOptions } from "../../store/store.ts";
import { makeDataFolder } from "./data-folder.ts";
import { openDataFolder } from "./open-data-folder.ts";

export interface IndexPlace {
  /** Absolute path of the data folder. It has the server's keys and pauses wherever the index is. */
  readonly home: string;
  /** Undefined for an index in the data folder. */
  readonly databaseUrl?: string | undefined;
}

/**
 * @throws UserError if another server is using it, a newer release wrote it, or it cannot be read or written
 * @throws DatabaseUnavailable if PostgreSQL does not respond
 */
export async function openIndex({ home, databaseUrl }: IndexPlace, options: StoreOptions): Promise<Store> {
  if (databaseUrl === undefined) return openDataFolder(home, options);
  makeDataFolder(home);
  const { openPostgresStore } = await import("../../store/postgres/store.ts");
  return openPostgresStore(databaseUrl, options);
}
