/**
 * Reads whichever index is in a data folder at the time: while a command watches, the index may be moved away, rebuilt
 * or restored from a backup. A file that was replaced is still readable through its old handle, and never changes.
 */
import { statSync } from "node:fs";
import type { Board } from "../../../operations/ports.ts";
import type { ReadPauses } from "../../shape/paused-repositories.ts";
import { databaseIn } from "../home.ts";
import { type OpenBoard, openBoard } from "./open-board.ts";

export interface FollowedBoard {
  readonly board: Board;
  readonly close: () => void;
}

/** A new index is still being written, or copied, when it is first seen. */
const maxFailures = 100;

/**
 * Looks for another index whenever its version is asked for, so that all reads in between are of one index.
 * @throws UserError if there is no index in `home`, or one of a different release
 */
export function openFollowedBoard(home: string, readPauses?: ReadPauses): FollowedBoard {
  let file = fileIdIn(home);
  let opened = openBoard(home, readPauses);
  let versions = 0;
  let failures = 0;
  let known: number | undefined;

  function reopen(): void {
    const now = fileIdIn(home);
    if (now === undefined || now === file) return;
    try {
      const next = openBoard(home, readPauses);
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
    const current = await opened.lists.version();
    if (current !== known) versions += 1;
    known = current;
    return versions;
  }

  return { board: { ...reading(() => opened), version }, close: () => opened.close() };
}

/** Every read goes to the index that is open by then. */
function reading(opened: () => OpenBoard): Omit<Board, "version"> {
  const lists = (): OpenBoard["lists"] => opened().lists;
  const whole = (): Promise<Board> => opened().whole();
  return {
    ready: (filter) => lists().ready(filter),
    spaces: async (filter) => (await whole()).spaces(filter),
    tasks: async (filter) => (await whole()).tasks(filter),
    tracks: async (filter) => (await whole()).tracks(filter),
    list: (filter) => lists().list(filter),
    card: async (owner, repo, number) => (await whole()).card(owner, repo, number),
    whyNotClaim: async (id, agent) => (await whole()).whyNotClaim(id, agent),
    sentBefore: async (repository, author, id) => (await whole()).sentBefore(repository, author, id),
    brief: async (id) => (await whole()).brief(id),
    guides: async (id, wanted) => (await whole()).guides(id, wanted),
    reported: async (id) => (await whole()).reported(id),
    commandSeen: async (id, comment) => (await whole()).commandSeen(id, comment),
    escalations: async (filter) => (await whole()).escalations(filter),
    questions: async (filter) => (await whole()).questions(filter),
    proposalOf: async (id) => (await whole()).proposalOf(id),
    graph: async (query) => (await whole()).graph(query),
    timeline: async (query) => (await whole()).timeline(query),
    ledgerOf: async (id, limit) => (await whole()).ledgerOf(id, limit),
    repositories: () => lists().repositories(),
    paused: async (now) => (await whole()).paused(now),
    openStarts: async () => (await whole()).openStarts(),
    lockTable: async (repositoryId) => (await whole()).lockTable(repositoryId),
    hasFilesInUse: async (id, agent, now) => (await whole()).hasFilesInUse(id, agent, now),
    agents: (repositoryId) => lists().agents(repositoryId),
    atWork: async (repositoryId, now) => (await whole()).atWork(repositoryId, now),
    notes: async (query) => (await whole()).notes(query),
    changes: async (query) => (await whole()).changes(query),
    changesEnd: async (among) => (await whole()).changesEnd(among),
    figures: async (query) => (await whole()).figures(query),
    readAt: () => lists().readAt(),
  };
}

/** Undefined if there is none. */
function fileIdIn(home: string): string | undefined {
  const found = statSync(databaseIn(home), { throwIfNoEntry: false });
  return found && `${found.dev} ${found.ino}`;
}
