/** Explains an index that cannot be used. */
import { join } from "node:path";
import { unusableFile } from "./unusable-file.ts";

/** If `thrown` is SQLite saying that the index is unusable, a message for the owner of the data folder. */
export function indexExplained(thrown: unknown, home: string): unknown {
  const cure =
    "Move it and signalbox.db-wal elsewhere, and start the server: the index is rebuilt from GitHub.";
  return unusableFile(thrown, `The index ${join(home, "signalbox.db")}`, cure) ?? thrown;
}
