/**
 * Opens what the data folder keeps, or says what is wrong with it. A newcomer would begin anew over a damaged file by
 * itself: it also holds deliveries and refusals, so a person shall see it first.
 */
import { join } from "node:path";
import { openStore, type Store, type StoreOptions } from "../store/store.ts";
import { makeHome } from "./data-folder.ts";
import { unusableFile } from "./unusable-file.ts";

/** @throws UserError when another server holds it, a newer release wrote it, or it cannot be read or written */
export function openKept(home: string, options: StoreOptions): Store {
  makeHome(home);
  try {
    return openStore(home, options);
  } catch (thrown) {
    throw indexExplained(thrown, home);
  }
}

/** `thrown` as a message for the owner of the data folder, where SQLite says that the index is of no use. */
export function indexExplained(thrown: unknown, home: string): unknown {
  const cure =
    "Move it away, with signalbox.db-wal beside it, and start the server: it is rebuilt from GitHub.";
  return unusableFile(thrown, `The index ${join(home, "signalbox.db")}`, cure) ?? thrown;
}
