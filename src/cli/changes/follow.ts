/** Prints changes as they come. */
import { systemClock } from "../../base/clock.ts";
import { parseDuration } from "../../base/duration.ts";
import { UserError } from "../../base/errors.ts";
import { changesSince } from "../../operations/changes/change-place.ts";
import { type ChangesOutput, changesOutput, changesText } from "../../operations/changes/changes.ts";
import { followChanges } from "../../operations/changes/follow-changes.ts";
import { parseRepository } from "../../operations/issue.ts";
import { whoAnswers } from "../answering/who-answers.ts";
import { withBoard } from "../local-index/board.ts";
import { listenForStop } from "../start/stop-signal.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { pagesElsewhere } from "./pages-elsewhere.ts";

export interface FollowOptions {
  readonly since?: string;
  readonly repo?: string;
  readonly idle?: string;
  readonly json?: unknown;
  readonly home?: string;
}

/**
 * @param signal ends it; by default Ctrl-C and SIGTERM do
 * @throws UserError for an option that cannot be read
 */
export async function follow(
  terminal: Terminal,
  { since: given = "now", repo, idle, json, home }: FollowOptions,
  signal?: AbortSignal,
): Promise<void> {
  const since = changesSince.safeParse(given);
  if (!since.success) throw mistake(`--since: ${since.error.issues[0]?.message ?? "not read"}`);
  const idleMs = idle === undefined ? undefined : parseDuration(idle);
  if (idle !== undefined && !idleMs) throw mistake("--idle must be a length of time, such as 15m.");
  const repository = repo === undefined ? undefined : parseRepository(repo);
  if (repo !== undefined && repository === undefined) throw mistake("--repo must be owner/name.");
  const stop = signal === undefined ? listenForStop() : undefined;
  const ending = signal ?? stop?.signal ?? AbortSignal.abort();
  const told = async (output: ChangesOutput): Promise<boolean> => {
    terminal.out(`${json === undefined ? changesText(output).join("\n") : JSON.stringify(output)}\n`);
    return (await terminal.written?.()) !== false;
  };
  const answering = whoAnswers(terminal, home);
  try {
    if (answering.type !== "folder") {
      const wish = { since: given, repo, idleMs, signal: ending };
      for await (const page of pagesElsewhere(terminal, answering, wish)) if (!(await told(page))) return;
      return;
    }
    await withBoard(terminal, home, async (board) => {
      const ports = { board, clock: systemClock, signal: ending };
      for await (const page of followChanges(ports, { since: since.data, repository, idleMs }))
        if (!(await told(changesOutput(page)))) return;
    });
  } finally {
    stop?.dispose();
  }
}

function mistake(message: string): UserError {
  return new UserError(message, { code: "invalid-input" });
}
