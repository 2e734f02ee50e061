/**
 * Opens the index and the journal in the data folder, or explains what is wrong with them. Never replace a
 * damaged file automatically: it also holds deliveries and refusals, so a person must see it first.
 */
import { join } from "node:path";
import { openStore, type Store, type StoreOptions } from "../../store/sqlite/store.ts";
import { makeDataFolder } from "./data-folder.ts";
import { unusableFile } from "./unusable-file.ts";

/**
 * @throws UserError if another server is using it, a newer release wrote it, or it cannot be read or written
 */
export function openDataFolder(home: string, options: StoreOptions): Store {
  makeDataFolder(home);
  try {
    return openStore(home, options);
  } catch (thrown) {
    throw indexExplained(thrown, home);
  }
}

/** If `thrown` is SQLite saying that the index is unusable, a message for the owner of the data folder. */
export function indexExplained(thrown: unknown, home: string): unknown {
  const cure =
    "Move it and signalbox.db-wal elsewhere, and start the server: the index is rebuilt from GitHub.";
  return unusableFile(thrown, `The index ${join(home, "signalbox.db")}`, cure) ?? thrown;
}
