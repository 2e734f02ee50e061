/** The board where there is no index: every reading of it says so. Operations do not read it, a server does. */
import { UserError } from "../../base/errors.ts";
import type { Board } from "../../operations/ports.ts";

async function notHere(): Promise<never> {
  throw new UserError(
    "This reads the server's index itself: run it where the server's data folder is, or unset SIGNALBOX_SERVER.",
    { code: "not-here" },
  );
}

export const noBoard: Board = {
  ready: notHere,
  tasks: notHere,
  tracks: notHere,
  list: notHere,
  card: notHere,
  whyNotClaim: notHere,
  sentBefore: notHere,
  brief: notHere,
  reported: notHere,
  verdictOf: notHere,
  commandSeen: notHere,
  escalations: notHere,
  questions: notHere,
  proposalOf: notHere,
  graph: notHere,
  timeline: notHere,
  ledgerOf: notHere,
  repositories: notHere,
  paused: notHere,
  openStarts: notHere,
  lockTable: notHere,
  hasFilesInUse: notHere,
  agents: notHere,
  atWork: notHere,
  notes: notHere,
  changes: notHere,
  figures: notHere,
  changesEnd: notHere,
  readAt: notHere,
  version: notHere,
  spaces: notHere,
  guides: notHere,
};
