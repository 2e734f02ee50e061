/** Rebuilds the index without a server: from the command line, while none runs. */
import { UserError } from "../../base/errors.ts";
import { type Rebuilt, rebuild } from "../../dispatcher/schedule/rebuild.ts";
import { openDataFolder } from "../maintenance/open-data-folder.ts";
import { assemble, type BusOptions, type Outside } from "./assembly.ts";

/** @throws UserError if a server runs after all, or if GitHub refuses us */
export async function rebuildOnce(options: BusOptions, outside: Outside): Promise<Rebuilt> {
  const store = openDataFolder(options.home, outside);
  try {
    const assembled = await assemble(options, outside, store, new AbortController().signal);
    if (assembled === undefined) throw new UserError("The rebuild was interrupted.");
    return await rebuild(assembled.parts);
  } finally {
    store.close();
  }
}
