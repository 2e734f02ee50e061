/** The board where there is no index: every reading of it says so. Operations do not read it, a server does. */
import { UserError } from "../../base/errors.ts";
import type { Board } from "../../operations/ports.ts";

/** @param why what each reading is refused with */
export function absentBoard(why: UserError): Board {
  const notHere = (): Promise<never> => Promise.reject(why);
  return {
    agents: notHere,
    atWork: notHere,
    brief: notHere,
    card: notHere,
    changes: notHere,
    changesEnd: notHere,
    commandSeen: notHere,
    escalations: notHere,
    figures: notHere,
    graph: notHere,
    guides: notHere,
    hasFilesInUse: notHere,
    ledgerOf: notHere,
    list: notHere,
    lockTable: notHere,
    notes: notHere,
    openStarts: notHere,
    paused: notHere,
    proposalOf: notHere,
    questions: notHere,
    readAt: notHere,
    ready: notHere,
    reported: notHere,
    repositories: notHere,
    sentBefore: notHere,
    spaces: notHere,
    tasks: notHere,
    timeline: notHere,
    tracks: notHere,
    version: notHere,
    whyNotClaim: notHere,
  };
}

export const noBoard: Board = absentBoard(
  new UserError(
    "This reads the server's index itself: run it where the server's data folder is, or unset SIGNALBOX_SERVER.",
    { code: "not-here" },
  ),
);
