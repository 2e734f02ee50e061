/**
 * Opens the index and the journal in the data folder, or explains what is wrong with them. Never replace a
 * damaged file automatically: it also holds deliveries and refusals, so a person must see it first.
 */
import { openStore } from "../../store/sqlite/store.ts";
import type { Store, StoreOptions } from "../../store/store.ts";
import { makeDataFolder } from "./data-folder.ts";
import { folderExplained } from "./folder-explained.ts";
import { indexExplained } from "./index-explained.ts";
import { readPauses } from "./pause-file.ts";

/**
 * @throws UserError if another server is using it, a newer release wrote it, or it cannot be read or written
 */
export function openDataFolder(home: string, options: StoreOptions): Store {
  makeDataFolder(home);
  try {
    return openStore(home, { readPauses: () => readPauses(home), ...options });
  } catch (thrown) {
    throw folderExplained(indexExplained(thrown, home), home);
  }
}
