/**
 * Reads whichever index is in a data folder at the time: while a command watches, the index may be moved away, rebuilt
 * or restored from a backup. A file that was replaced is still readable through its old handle, and never changes.
 */
import { statSync } from "node:fs";
import type { Board } from "../../../operations/ports.ts";
import { databaseIn } from "../home.ts";
import { openBoard } from "./open-board.ts";

export interface FollowedBoard extends Pick<Board, "notes" | "version" | "changes" | "changesEnd"> {
  readonly close: () => void;
}

/** A new index is still being written, or copied, when it is first seen. */
const maxFailures = 100;

/** @throws UserError if there is no index in `home`, or one of a different release */
export function openFollowedBoard(home: string): FollowedBoard {
  let file = fileIdIn(home);
  let opened = openBoard(home);
  let [versions, failures] = [0, 0];
  let known: number | undefined;

  function reopen(): void {
    const now = fileIdIn(home);
    if (now === undefined || now === file) return;
    try {
      const next = openBoard(home);
      opened.close();
      [opened, file, failures, known] = [next, now, 0, undefined];
    } catch (thrown) {
      failures += 1;
      if (failures >= maxFailures) throw thrown;
    }
  }

  return {
    notes: (query) => opened.board.notes(query),
    changes: (query) => opened.board.changes(query),
    changesEnd: () => opened.board.changesEnd(),
    /** Counted here, as two indexes may have the same version. */
    version: async () => {
      reopen();
      const version = await opened.board.version();
      if (version !== known) versions += 1;
      known = version;
      return versions;
    },
    close: () => opened.close(),
  };
}

/** Undefined if there is none. */
function fileIdIn(home: string): string | undefined {
  const found = statSync(databaseIn(home), { throwIfNoEntry: false });
  return found && `${found.dev} ${found.ino}`;
}
