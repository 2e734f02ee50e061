/**
 * Assembles the coordinator from the store and GitHub's side. It gets no writer: it only produces proposals
 * and requests refreshes, and the dispatcher does the rest.
 */
import { type Coordinator, createCoordinator } from "../../coordinator/coordinator.ts";
import type { ContextSource, CoordinatorParts } from "../../coordinator/ports.ts";
import type { Parts } from "../../dispatcher/parts.ts";
import { looksAt } from "../../dispatcher/repository/changes.ts";
import type { Store } from "../../store/sqlite/store.ts";
import { installedPages } from "../../texts/installed-pages.ts";

/** The coordinator's answerer, its source of documents, and the secrets that must never be written. */
export type Answering = Pick<CoordinatorParts, "answerer" | "secrets"> & { readonly source: ContextSource };
type Common = Pick<Parts, "settingsOf" | "clock" | "logger">;

/** @param woken called when a refresh was requested */
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
    requestRefreshes: async (repositoryId, ids, because) => {
      await index.requestRefreshes(looksAt(repositoryId, ids, clock.now(), because));
      woken();
    },
    note: (entry) => index.note([{ ...entry, rule: "coordinator", delivery: undefined, actor: undefined }]),
  };
  return createCoordinator(parts, signal);
}
