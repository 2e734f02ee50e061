/**
 * Reads whichever index is in a data folder at the time: while a command watches, the index may be moved away, rebuilt
 * or restored from a backup. A file that was replaced is still readable through its old handle, and never changes.
 */
import { statSync } from "node:fs";
import type { Board } from "../../../operations/ports.ts";
import { databaseIn } from "../home.ts";
import type { ClaimsPauseOf } from "./issue-queries.ts";
import { type OpenBoard, openBoard } from "./open-board.ts";

/** A new index is still being written, or copied, when it is first seen. */
const maxFailures = 100;

/**
 * Looks for another index whenever its version is asked for, so that all reads in between are of one index.
 * @throws UserError if there is no index in `home`, or one of a different release
 */
export function openFollowedBoard(home: string, claimsPause?: ClaimsPauseOf): OpenBoard {
  let file = fileIdIn(home);
  let opened = openBoard(home, claimsPause);
  let [versions, failures] = [0, 0];
  let known: number | undefined;

  function reopen(): void {
    const now = fileIdIn(home);
    if (now === undefined || now === file) return;
    try {
      const next = openBoard(home, claimsPause);
      opened.close();
      [opened, file, failures, known] = [next, now, 0, undefined];
    } catch (thrown) {
      failures += 1;
      if (failures >= maxFailures) throw thrown;
    }
  }

  /** Counted here, as two indexes may have the same version. */
  async function version(): Promise<number> {
    reopen();
    const current = await opened.board.version();
    if (current !== known) versions += 1;
    known = current;
    return versions;
  }

  return { board: { ...reading(() => opened.board), version }, close: () => opened.close() };
}

/** Every read goes to the index that is open by then. */
function reading(board: () => Board): Omit<Board, "version"> {
  return {
    ready: (filter) => board().ready(filter),
    spaces: (filter) => board().spaces(filter),
    tasks: (filter) => board().tasks(filter),
    tracks: (filter) => board().tracks(filter),
    list: (filter) => board().list(filter),
    card: (owner, repo, number) => board().card(owner, repo, number),
    whyNotClaim: (id, agent) => board().whyNotClaim(id, agent),
    sentBefore: (repository, author, id) => board().sentBefore(repository, author, id),
    brief: (id) => board().brief(id),
    guides: (id, wanted) => board().guides(id, wanted),
    reported: (id) => board().reported(id),
    verdictOf: (id) => board().verdictOf(id),
    commandSeen: (id, comment) => board().commandSeen(id, comment),
    escalations: (filter) => board().escalations(filter),
    questions: (filter) => board().questions(filter),
    proposalOf: (id) => board().proposalOf(id),
    graph: (query) => board().graph(query),
    timeline: (query) => board().timeline(query),
    ledgerOf: (id, limit) => board().ledgerOf(id, limit),
    repositories: () => board().repositories(),
    openStarts: () => board().openStarts(),
    lockTable: (repositoryId) => board().lockTable(repositoryId),
    hasFilesInUse: (id, agent, now) => board().hasFilesInUse(id, agent, now),
    agents: (repositoryId) => board().agents(repositoryId),
    atWork: (repositoryId, now) => board().atWork(repositoryId, now),
    notes: (query) => board().notes(query),
    changes: (query) => board().changes(query),
    changesEnd: () => board().changesEnd(),
    figures: (query) => board().figures(query),
    readAt: () => board().readAt(),
  };
}

/** Undefined if there is none. */
function fileIdIn(home: string): string | undefined {
  const found = statSync(databaseIn(home), { throwIfNoEntry: false });
  return found && `${found.dev} ${found.ino}`;
}
