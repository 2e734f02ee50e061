/**
 * Assembles the coordinator, and what keeps decision records, from the store and GitHub's side. The
 * coordinator gets no writer: it only produces proposals and requests refreshes, and the dispatcher does the
 * rest. Records are kept beside the dispatcher, because a file is not an issue.
 */
import { type Coordinator, createCoordinator } from "../../coordinator/coordinator.ts";
import type { ContextSource, CoordinatorParts } from "../../coordinator/ports.ts";
import { createKeeper, type Keeper } from "../../coordinator/records/keep.ts";
import type { RecordFiles } from "../../coordinator/records/ports.ts";
import type { Parts } from "../../dispatcher/parts.ts";
import { looksAt } from "../../dispatcher/repository/changes.ts";
import { takesWrites } from "../../engine/model/fact.ts";
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

export function keeperOver(
  { desk, index }: Pick<Store, "desk" | "index">,
  parts: Pick<Parts, "settingsOf" | "render" | "clock" | "logger" | "pauses">,
  files: RecordFiles,
  signal: AbortSignal,
): Keeper {
  const { settingsOf, render, clock, logger, pauses } = parts;
  return createKeeper(
    {
      ...{ files, records: desk, settingsOf, render, clock, logger },
      mayWriteTo: (repository) => takesWrites(repository) && !pauses.isPaused(repository.id),
      wrote: (repository, path, message) =>
        index.note([
          {
            ...{ at: clock.now(), repositoryId: repository.id, issueId: undefined, kind: "done" },
            ...{ rule: "keep-records", because: `${message}.`, what: `write ${path}` },
            ...{ delivery: undefined, actor: undefined },
          },
        ]),
    },
    signal,
  );
}
