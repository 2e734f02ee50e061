/**
 * Follows notes as they arrive: every one at least once, in order of arrival. A change is noticed by the version of
 * the index, so it works in another process, in containers and on network file systems.
 */
import type { Clock, Millis } from "../../base/clock.ts";
import type { Board } from "../ports.ts";
import type { NotePage, NoteQuery, NotesReached } from "./note-board.ts";
import { type NoteOutput, toOutput } from "./note-output.ts";
import { furtherOf, isHere, reachedWith } from "./note-place.ts";
import type { Since } from "./since.ts";

export interface FollowWish extends Pick<NoteQuery, "agent" | "repository" | "track"> {
  /** What is unread, if it is absent. */
  readonly since?: Since | undefined;
  /** How long to go on without a note; for ever if it is absent. */
  readonly idleMs?: number | undefined;
}

interface FollowPorts {
  readonly board: Pick<Board, "notes" | "version">;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Called before everything unread follows: the cursor belongs to a different index, or the index was replaced. */
  readonly resynced: (because: "cursor" | "index") => void;
  /** How often to look for a change; ten times a second if it is absent. */
  readonly lookEveryMs?: Millis | undefined;
}

const usualLookMs = 100;
const pageSize = 200;

export async function* followNotes(ports: FollowPorts, wish: FollowWish): AsyncGenerator<NoteOutput> {
  const { board, clock, signal, lookEveryMs = usualLookMs } = ports;
  const { agent, repository, track, idleMs } = wish;
  let query = await beginning(ports, wish);
  let lastAt = clock.now();
  let version: number | undefined;
  let epoch: string | undefined;
  while (!signal.aborted) {
    const now = await board.version();
    if (now !== version) {
      version = now;
      const { epoch: current } = await board.notes({ which: "unread", now: clock.now(), limit: 1 });
      if (epoch !== undefined && epoch !== current) {
        ports.resynced("index");
        query = everythingUnread;
      }
      epoch = current;
      const start: Start = query;
      const found = yield* everyPage(ports, { agent, repository, track, ...start });
      if (found.count > 0) lastAt = clock.now();
      query = { which: "current", after: found.head };
    }
    if (idleMs !== undefined && clock.now() - lastAt >= idleMs) return;
    await clock.sleep(lookEveryMs, signal);
  }
}

type Start = Pick<NoteQuery, "which" | "since"> & { readonly after: NotesReached };

const everythingUnread: Start = { which: "unread", after: 0 };

async function beginning({ board, clock, resynced }: FollowPorts, { since }: FollowWish): Promise<Start> {
  if (since === undefined) return everythingUnread;
  if (since.type === "ago") return { which: "current", after: 0, since: clock.now() - since.ms };
  const page = await board.notes({ which: "unread", now: clock.now(), limit: 1 });
  if (isHere(since.place, page)) return { which: "current", after: since.place.reached };
  resynced("cursor");
  return everythingUnread;
}

interface Followed {
  readonly count: number;
  /** Where the next look begins. */
  readonly head: NotesReached;
}

async function* everyPage(
  { board, clock, signal }: FollowPorts,
  query: Omit<NoteQuery, "now" | "limit"> & { readonly after: NotesReached },
): AsyncGenerator<NoteOutput, Followed> {
  let count = 0;
  let { after } = query;
  for (;;) {
    const now: Millis = clock.now();
    const page: NotePage = await board.notes({ ...query, after, now, limit: pageSize });
    for (const card of page.notes) yield toOutput(page.epoch, card);
    count += page.notes.length;
    const reached = reachedWith(page, page.notes);
    if (signal.aborted || page.notes.length < pageSize) return { count, head: furtherOf(page.head, reached) };
    after = reached;
  }
}
