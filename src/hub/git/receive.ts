/**
 * The receiving end of a push. Git unpacks the objects; the hub decides which refs move, because a ref's
 * move, its rules and its webhooks are one transaction.
 */

import type { GitRef } from "../state/git/refs.ts";
import type { State } from "../state/state.ts";
import { flush, pktLine, readPktLines } from "./pkt-line.ts";
import { runGit } from "./run.ts";

/** One ref update that a client requests. */
export interface PushCommand {
  readonly name: string;
  /** The commit that the client believes the ref points to; undefined for a new ref. */
  readonly before: string | undefined;
  /** Undefined to delete it. */
  readonly after: string | undefined;
}

export interface PushRequest {
  readonly commands: readonly PushCommand[];
  /** Whether the commands are carried out all or not at all. */
  readonly isAtomic: boolean;
  readonly pack: Buffer;
}

/** The outcome of one command. @property problem undefined if it was carried out */
export interface PushOutcome {
  readonly name: string;
  readonly problem: string | undefined;
}

const noCommit = "0".repeat(40);
const maxCommands = 1000;
const capabilities = "report-status delete-refs ofs-delta atomic object-format=sha1 agent=signalbox-hub";
const shallow = /^shallow [0-9a-f]{40}\n?$/;
const command = /^([0-9a-f]{40}) ([0-9a-f]{40}) ([^\0\n]{1,500})(?:\0([^\n]*))?\n?$/;

/** The refs that a client compares with its own before it pushes. */
export function advertise(refs: readonly GitRef[]): string {
  const known = refs.length === 0 ? [{ name: "capabilities^{}", sha: noCommit }] : refs;
  const lines = known.map(({ name, sha }, index) =>
    pktLine(index === 0 ? `${sha} ${name}\0${capabilities}\n` : `${sha} ${name}\n`),
  );
  return pktLine("# service=git-receive-pack\n") + flush + lines.join("") + flush;
}

/** @returns undefined for anything but a push */
export function readPush(body: Buffer): PushRequest | undefined {
  const list = readPktLines(body, maxCommands);
  if (list === undefined) return undefined;
  // A shallow clone first says where its history is cut off; unpacking checks that the hub has the commits
  // before that.
  const firstCommand = list.lines.findIndex((line) => !shallow.test(line));
  const lines = firstCommand < 0 ? [] : list.lines.slice(firstCommand);
  const read = lines.map((line) => command.exec(line));
  const wishes = read[0]?.[4]?.split(" ") ?? [];
  const commands = read.flatMap((found) => (found === null ? [] : [commandOf(found)]));
  if (commands.length < lines.length) return undefined;
  return { commands, isAtomic: wishes.includes("atomic"), pack: list.rest };
}

function commandOf([, before = "", after = "", name = ""]: RegExpExecArray): PushCommand {
  const there = (sha: string): string | undefined => (sha === noCommit ? undefined : sha);
  return { name, before: there(before), after: there(after) };
}

/**
 * Stores the objects of a pack, checking that each is complete. @returns git's error message, or undefined
 */
export function unpack(state: State, repositoryId: number, pack: Buffer): string | undefined {
  if (pack.length === 0) return undefined;
  const { code, stderr } = runGit(state, repositoryId, ["unpack-objects", "-q", "--strict"], pack);
  return code === 0 ? undefined : (stderr.trim().split("\n")[0] ?? "unpack-objects failed");
}

/** The response to a push. @param complaint the error message of unpacking */
export function report(complaint: string | undefined, outcomes: readonly PushOutcome[]): string {
  const lines = outcomes.map(({ name, problem }) =>
    pktLine(problem === undefined ? `ok ${name}\n` : `ng ${name} ${problem}\n`),
  );
  return pktLine(`unpack ${complaint ?? "ok"}\n`) + lines.join("") + flush;
}
