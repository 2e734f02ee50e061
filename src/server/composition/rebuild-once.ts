/** Rebuilds the index without a server: from the command line, while none runs. */
import { UserError } from "../../base/errors.ts";
import type { ProcessRuntime } from "../../dispatcher/dispatcher-ports.ts";
import type { Rebuilt } from "../../dispatcher/schedule/rebuild.ts";
import { wireDispatcher } from "../../dispatcher/wiring/wire-dispatcher.ts";
import { openIndex } from "../maintenance/open-index.ts";
import { assemble, type BusOptions } from "./assembly.ts";

/** @throws UserError if a server runs after all, or if GitHub refuses us */
export async function rebuildOnce(options: BusOptions, runtime: ProcessRuntime): Promise<Rebuilt> {
  const store = await openIndex(options, runtime);
  try {
    const assembled = await assemble(options, runtime, store, new AbortController().signal);
    if (assembled === undefined) throw new UserError("The rebuild was interrupted.");
    return await wireDispatcher(assembled.ports, () => {}).rebuild();
  } finally {
    await store.close();
  }
}
