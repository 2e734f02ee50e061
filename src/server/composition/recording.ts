/**
 * Assembles what keeps decision records from the store and GitHub's files. The dispatcher does not do this,
 * because a file is not an issue.
 */
import { createKeeper, type Keeper } from "../../coordinator/records/keep.ts";
import type { RecordFiles } from "../../coordinator/records/ports.ts";

import type { Parts } from "../../dispatcher/parts.ts";
import { takesWrites } from "../../engine/model/fact.ts";
import type { Store } from "../../store/sqlite/store.ts";

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
