/** Prints notes as they arrive. */
import { systemClock } from "../../base/clock.ts";
import { parseDuration } from "../../base/duration.ts";
import { UserError } from "../../base/errors.ts";
import { parseRepository, repoInput } from "../../operations/issue.ts";
import { type FollowWish, followNotes } from "../../operations/notes/follow-notes.ts";
import { type NoteOutput, noteLines } from "../../operations/notes/note-output.ts";
import { sinceInput } from "../../operations/notes/since.ts";
import type { Board } from "../../operations/ports.ts";
import { agentNamePattern } from "../../protocol/settings/agents/agents-settings.ts";
import { whoAnswers } from "../answering/who-answers.ts";
import { inNameOf, withBoard } from "../local-index/board.ts";
import { listenForStop } from "../start/stop-signal.ts";
import { terminalLook } from "../terminal/look.ts";
import type { Terminal } from "../terminal/terminal.ts";

export interface WatchOptions {
  readonly agent?: string;
  readonly track?: string;
  readonly all?: boolean;
  readonly repo?: string;
  readonly since?: string;
  readonly idle?: string;
  readonly json?: boolean;
  readonly home?: string;
}

/** Each look is then a request to the server. */
const lookElsewhereMs = 1_000;

const resyncs = { cursor: "The cursor belongs to a different index", index: "The index was replaced" };

/** @param signal ends it; by default Ctrl-C and SIGTERM do */
export async function watch(terminal: Terminal, options: WatchOptions, signal?: AbortSignal): Promise<void> {
  const wish = wishFrom(terminal, options);
  const stop = signal === undefined ? listenForStop() : undefined;
  const ending = signal ?? stop?.signal ?? AbortSignal.abort();
  const resynced = (because: "cursor" | "index"): void =>
    terminal.err(`${resyncs[because]}, so everything unread follows.\n`);
  try {
    const lookEveryMs = whoAnswers(terminal, options.home).type === "folder" ? undefined : lookElsewhereMs;
    const progress = (line: string): void => terminal.err(`${line}\n`);
    const patience = { ms: Infinity, signal: ending, clock: systemClock, progress };
    const follow = async (board: Board): Promise<void> => {
      const ports = { board, clock: systemClock, signal: ending, resynced, lookEveryMs };
      for await (const note of followNotes(ports, wish)) {
        terminal.out(`${shownAs(terminal, note, options)}\n`);
        if ((await terminal.written?.()) === false) return;
      }
    };
    await withBoard(inNameOf(terminal, options.agent), options.home, follow, patience);
  } finally {
    stop?.dispose();
  }
}

function shownAs(terminal: Terminal, note: NoteOutput, { json, home = "" }: WatchOptions): string {
  if (json === true) return JSON.stringify(note);
  return noteLines(note, { look: terminalLook(terminal, home), now: systemClock.now() }).join("\n");
}

function wishFrom({ env }: Terminal, { agent, track, all, repo, since, idle }: WatchOptions): FollowWish {
  const chosen = [agent !== undefined, track !== undefined, all === true].filter(Boolean).length;
  if (chosen > 1) throw new UserError("Use only one of --agent, --track and --all.");
  const name = chosen > 0 ? agent : env.SIGNALBOX_AGENT || undefined;
  if (name === undefined && chosen === 0)
    throw new UserError("Say whose notes: --agent ada, --track api or --all, or set SIGNALBOX_AGENT.");
  if (name !== undefined && !agentNamePattern.test(name))
    throw new UserError(`${JSON.stringify(name.slice(0, 60))} is no agent's name, such as ada.`);
  const from = since === undefined ? undefined : sinceInput.safeParse(since);
  if (from?.success === false) throw new UserError(`--since: ${from.error.issues[0]?.message ?? "not read"}`);
  return {
    agent: name,
    track,
    repository: repositoryIn(repo),
    since: from?.data,
    idleMs: idle === undefined ? undefined : idleMs(idle),
  };
}

function repositoryIn(repo: string | undefined): FollowWish["repository"] {
  if (repo === undefined) return undefined;
  const parsed = repoInput.safeParse(repo);
  if (parsed.success) return parseRepository(parsed.data);
  throw new UserError(`--repo ${parsed.error.issues[0]?.message ?? "is not owner/name"}.`);
}

function idleMs(written: string): number {
  const ms = parseDuration(written);
  if (ms !== undefined && ms > 0) return ms;
  throw new UserError(
    `--idle is a length of time, such as 15m, found ${JSON.stringify(written.slice(0, 40))}.`,
  );
}
