/** Streams changes to one reader, until its session or token ends or the connection is too slow. */
import type { Clock, Millis } from "../../../base/clock.ts";
import type { ChangePlace } from "../../../operations/changes/change-board.ts";
import { formatChangePlace } from "../../../operations/changes/change-place.ts";
import type { RepositoryName } from "../../../protocol/references/ref.ts";
import type { ChangeReader, ChangesRead, Sight } from "./change-reader.ts";
import { openingEvent, silence } from "./events.ts";
import type { Outflow } from "./outflow.ts";
import type { Pulse } from "./pulse.ts";

export interface FollowPorts {
  readonly pulse: Pulse;
  readonly changeReader: ChangeReader;
  readonly clock: Clock;
}

/** The session or the token of a reader. */
export interface Pass {
  readonly id: string;
  /** Whether it has not ended since. */
  readonly isOpen: () => Promise<boolean>;
  /** What the reader may see now. Rejects with a UserError where that is not known. */
  readonly sight: () => Promise<Sight>;
}

export interface Wish {
  /** Everything that is there, if it is undefined. */
  readonly since: ChangePlace | "now" | undefined;
  readonly repository: RepositoryName | undefined;
  /** How many of each list in one event. */
  readonly limit: number;
}

export interface Reader {
  readonly pass: Pass;
  readonly wish: Wish;
  readonly outflow: Outflow;
  /** How many bytes wait below the body, for the network. */
  readonly unsentBelow: () => number;
  /** Aborted when the reader has gone, or the server stops. */
  readonly signal: AbortSignal;
}

/** What proxies and clients take for a dead connection is at least twice as long. */
const silenceMs: Millis = 15_000;
/** A wake comes too late for a silence that ends before the next. */
const wakeMs: Millis = 5_000;
const maxUnsentBytes = 256 * 1024;
/** How long a reader of many pages may take for one. */
const pagePatienceMs: Millis = 60_000;

/**
 * Resolves when the stream is over; to `cut` if the reader takes less than there is to tell: it comes back, and goes
 * on from its cursor.
 * @throws NotLoggedIn or another UserError when it is no longer known what the reader may see
 */
export async function follow(ports: FollowPorts, reader: Reader): Promise<"over" | "cut"> {
  const { pulse, clock } = ports;
  const { outflow, signal } = reader;
  let place = await firstPlace(ports, reader);
  outflow.write(openingEvent(place && formatChangePlace(place)));
  let sentAt = clock.now();
  while (!signal.aborted) {
    const version = await pulse.version();
    const changes = await readChanges(ports, reader, version, place);
    if (changes === undefined) return "over";
    if (outflow.unsent() + reader.unsentBelow() > maxUnsentBytes) return "cut";
    place = changes.place;
    const isSilent = clock.now() - sentAt > silenceMs - wakeMs;
    const bytes = changes.event ?? (isSilent ? silence : undefined);
    if (bytes !== undefined) {
      outflow.write(bytes);
      sentAt = clock.now();
    }
    if (!changes.isMore) await pulse.next(version, signal);
    else if (!(await isTaken(ports, reader))) return "cut";
  }
  return "over";
}

async function firstPlace({ pulse, changeReader }: FollowPorts, { wish, pass }: Reader) {
  return wish.since === "now" ? changeReader.end(await pulse.version(), await pass.sight()) : wish.since;
}

/** Undefined if the pass has ended. Access is checked before each read. */
async function readChanges(
  { changeReader }: FollowPorts,
  { pass, wish }: Reader,
  version: number,
  after: ChangePlace | undefined,
): Promise<ChangesRead | undefined> {
  if (!(await pass.isOpen())) return undefined;
  const { repository, limit } = wish;
  return changeReader.page(version, await pass.sight(), { after, repository, limit });
}

/** Pages that follow at once are sent when the one before has been taken, however slowly. */
async function isTaken({ clock }: FollowPorts, { outflow, signal }: Reader): Promise<boolean> {
  const waiting = new AbortController();
  const patience = clock.sleep(pagePatienceMs, AbortSignal.any([signal, waiting.signal]));
  await Promise.race([outflow.drained(), patience]);
  waiting.abort();
  return outflow.unsent() === 0;
}
