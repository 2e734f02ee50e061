/**
 * The coordinator, put together from the store and GitHub's side. A newcomer would give it the writer; it works things
 * out, and the dispatcher, woken by the looks that it asks for, does the rest.
 */
import { type Coordinator, createCoordinator } from "../coordinator/coordinator.ts";
import type { ContextSource, CoordinatorParts } from "../coordinator/ports.ts";
import { looksAt } from "../dispatcher/changes.ts";
import type { Parts } from "../dispatcher/parts.ts";
import type { Store } from "../store/store.ts";
import { installedPages } from "../texts/installed-pages.ts";

/** Who reads for the coordinator, from where, and what must never be written. */
export type Answering = Pick<CoordinatorParts, "answerer" | "secrets"> & { readonly source: ContextSource };
type Common = Pick<Parts, "settingsOf" | "clock" | "logger">;

/** @param woken called when there is something to look at */
export function coordinatorOver(
  { desk, index }: Pick<Store, "desk" | "index">,
  { settingsOf, clock, logger }: Common,
  answering: Answering,
  woken: () => void,
  signal: AbortSignal,
): Coordinator {
  const parts: CoordinatorParts = {
    ...{ questions: desk, shelf: desk, proposals: desk, settingsOf, clock, logger, ...answering },
    installed: installedPages(),
    lookAt: async (repositoryId, ids, because) => {
      await index.lookAt(looksAt(repositoryId, ids, clock.now(), because));
      woken();
    },
    note: (entry) => index.note([{ ...entry, rule: "coordinator", delivery: undefined, actor: undefined }]),
  };
  return createCoordinator(parts, signal);
}
