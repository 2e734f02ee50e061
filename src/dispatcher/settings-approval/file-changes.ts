/**
 * Lists the changes of the settings file on the default branch, with who brought each. Compares the states
 * that the branch's moves left: a push of an older commit is a change by its pusher, not by the
 * commit's author.
 */
import type { Millis } from "../../base/clock.ts";
import type { Actor, RepositorySeen } from "../../engine/model/fact.ts";
import type { StoredSettings } from "../ports/settings.ts";
import type { BranchMove, SettingsHistory, SettingsStatement } from "../ports/settings-history.ts";

/** One version of the file, for as long as it stayed. */
export interface FileChange {
  readonly commit: string;
  /** The move that brought it; empty if no activity showed one. */
  readonly stay: string;
  readonly at: Millis;
  /** When the next version came. */
  readonly until: Millis;
  readonly by: Actor | undefined;
  /** Whether a pull request was merged; a push's delivery does not say so. */
  readonly isMerge: boolean | "perhaps";
}

export interface FileChanges {
  /** The changes after the known ones, oldest first. */
  readonly changes: readonly FileChange[];
  /** Our own statement about the first of them, if nothing else is known. */
  readonly stated: SettingsStatement | undefined;
  /** The newest move of the branch. */
  readonly newest: BranchMove | undefined;
  /** Whether the branch moved to a commit after what is known. */
  readonly hasMovedTo: (commit: string) => boolean;
}

const maxPages = 10;
const maxStatements = 30;

/**
 * Undefined if GitHub cannot tell.
 * @param known where the walk ends; the whole history is read if nothing is known
 */
export async function fileChanges(
  history: SettingsHistory,
  repository: RepositorySeen,
  branch: string,
  known: StoredSettings | undefined,
): Promise<FileChanges | undefined> {
  if (isSwitched(known, branch)) return switchedTo(history, repository, branch);
  const moves: BranchMove[] = [];
  let newest: BranchMove | undefined;
  let next: string | undefined;
  let isCut = true;
  for (let page = 0; page < maxPages; page++) {
    const found = await history.moves(repository, branch, next);
    if (found === undefined) return undefined;
    newest ??= found.moves[0];
    const end = found.moves.findIndex((move) => isKnown(move, known));
    moves.push(...found.moves.slice(0, end < 0 ? undefined : end));
    next = found.next;
    isCut = end < 0 && next !== undefined;
    if (!isCut) break;
  }
  const all = [...unread(moves, isCut), ...(await changesAmong(history, repository, moves))];
  const stated = known === undefined ? await lastStatement(history, repository, all) : undefined;
  const changes = stated === undefined ? all : sinceStatement(all, stated);
  return { changes, stated: stated?.statement, newest, hasMovedTo: movedIn(moves) };
}

/** Whether the default branch has been replaced or renamed. */
export function isSwitched(known: StoredSettings | undefined, branch: string | undefined): boolean {
  const before = known?.authority?.branch;
  return before !== undefined && branch !== undefined && before !== branch;
}

/**
 * The content of a new default branch counts as brought by no one: its moves are from before it was the
 * default one, and a rename shows as a creation by the user who renamed it, who need not have reviewed a file
 * that waits.
 */
async function switchedTo(
  history: SettingsHistory,
  repository: RepositorySeen,
  branch: string,
): Promise<FileChanges | undefined> {
  const found = await history.moves(repository, branch, undefined);
  if (found === undefined) return undefined;
  const [newest] = found.moves;
  const hasMovedTo = movedIn(found.moves.slice(0, 1));
  if (newest === undefined) return { changes: [], stated: undefined, newest, hasMovedTo };
  const { id: stay, after: commit, at } = newest;
  return {
    changes: [{ commit, stay, at, by: undefined, isMerge: false, until: Infinity }],
    stated: undefined,
    newest,
    hasMovedTo,
  };
}

function movedIn(moves: readonly BranchMove[]): FileChanges["hasMovedTo"] {
  const all = new Set(moves.map(({ after }) => after));
  return (commit) => all.has(commit);
}

/**
 * The state before the moves that are read: it is not known who brought it.
 * @param moves the newest first
 */
function unread(moves: readonly BranchMove[], isCut: boolean): readonly FileChange[] {
  const first = moves.at(-1);
  if (!isCut || first?.before === undefined) return [];
  return [{ commit: first.before, stay: "", at: first.at, by: undefined, isMerge: false, until: first.at }];
}

function isKnown({ id, after }: BranchMove, known: StoredSettings | undefined): boolean {
  if (known === undefined) return false;
  const { move } = known.authority ?? {};
  return move === undefined ? after === known.commit : id === move;
}

/** @param moves the newest first */
async function changesAmong(
  history: SettingsHistory,
  repository: RepositorySeen,
  moves: readonly BranchMove[],
): Promise<readonly FileChange[]> {
  const commits = new Set(
    moves.flatMap(({ before, after }) => (before === undefined ? after : [before, after])),
  );
  if (commits.size === 0) return [];
  const files = await history.filesAt(repository, [...commits]);
  const fileAt = (commit: string | undefined): string =>
    commit === undefined ? "absent" : (files.get(commit) ?? `unknown ${commit}`);
  const changing = moves.filter(({ before, after }) => fileAt(before) !== fileAt(after));
  return changing
    .map(({ id: stay, after: commit, at, by, isMerge, isQueued }, i) => ({
      commit,
      stay,
      at,
      isMerge,
      by: isQueued ? undefined : by,
      until: changing[i - 1]?.at ?? Infinity,
    }))
    .toReversed();
}

interface LastStatement {
  /** Index of the change that it is about. */
  readonly at: number;
  readonly statement: SettingsStatement;
}

/** Our statement about the newest change that has one. */
async function lastStatement(
  history: SettingsHistory,
  repository: RepositorySeen,
  changes: readonly FileChange[],
): Promise<LastStatement | undefined> {
  const first = Math.max(0, changes.length - maxStatements);
  for (let at = changes.length - 1; at >= first; at--) {
    const change = changes[at];
    if (change === undefined) continue;
    const stated = (await history.statementsOn(repository, change.commit)).filter((each) =>
      isAbout(each, change),
    );
    // A version stays in effect while it stays on the branch, so an older "waits" does not contradict a newer
    // "in effect".
    const statement = stated.find(({ effectiveCommit }) => effectiveCommit === change.commit) ?? stated[0];
    if (statement !== undefined) return { at, statement };
  }
  return undefined;
}

/**
 * What we said waits keeps waiting for an approval, whatever role the user who brought it has acquired since.
 */
function sinceStatement(
  changes: readonly FileChange[],
  { at, statement }: LastStatement,
): readonly FileChange[] {
  const [about, ...later] = changes.slice(at);
  if (about === undefined) return [];
  const isHeld = statement.stay !== "" && statement.effectiveCommit !== about.commit;
  return [isHeld ? { ...about, by: undefined } : about, ...later];
}

function isAbout({ stay, at }: SettingsStatement, change: FileChange): boolean {
  return stay === "" ? at >= change.at && at < change.until : stay === change.stay;
}
