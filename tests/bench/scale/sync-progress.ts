/** Polls PostgreSQL during the first sync of installations: how far each is, and how long work waits. */
import pg from "pg";
import { systemClock } from "../../../src/base/clock.ts";

/** How far the first sync of an installation is. */
export interface SyncProgress {
  /** In the index. Pages come in the order of issue numbers, so a repository's highest number is its count. */
  readonly issues: number;
  /** Repositories with refresh requests left. */
  readonly unfinished: number;
  /** Changes with each pass that serves what waits. */
  readonly next: number;
}

/**
 * Reads only the ends of indexes. Counting rows takes seconds during a large sync, and with polls that rare an
 * installation would seem to have stalled.
 */
const progressQuery = `
SELECT installation_id AS id, coalesce(sum(i.number), 0)::int AS issues, count(w.id)::int AS unfinished,
  coalesce(sum(w.id), 0)::float8 AS next
FROM repository AS r
  LEFT JOIN LATERAL (SELECT number FROM issue WHERE repository_id = r.id ORDER BY number DESC LIMIT 1) AS i ON true
  LEFT JOIN LATERAL (SELECT id FROM refresh WHERE repository_id = r.id ORDER BY due_at, id LIMIT 1) AS w ON true
GROUP BY installation_id`;

const counted = `
SELECT count(*)::int AS issues FROM issue WHERE repository_id IN (SELECT id FROM repository WHERE installation_id <> $1)`;

const waits = `
SELECT extract(epoch FROM (SELECT clock_timestamp() - due_at FROM due WHERE installation_id = $1 AND due_at <= now())) AS due,
  extract(epoch FROM clock_timestamp())
    - (SELECT min(received_at) FROM delivery WHERE owner = $1 AND state = 'pending') / 1000.0 AS delivery`;

/** Seconds for which an installation has been due, and for which its oldest delivery has not been processed. */
export interface Waits {
  readonly due: number;
  readonly delivery: number;
}

export interface ProgressReader {
  readonly byInstallation: () => Promise<ReadonlyMap<number, SyncProgress>>;
  readonly waitsOf: (installation: number) => Promise<Waits>;
  /** All issues in the index, counted one by one. */
  readonly issuesOutside: (installation: number) => Promise<number>;
  readonly close: () => Promise<void>;
}

export async function openProgress(url: string): Promise<ProgressReader> {
  // One connection for each of the two queries that run at the same time.
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  pool.on("error", () => {});
  return {
    byInstallation: async () => {
      const { rows } = await pool.query(progressQuery);
      return new Map(rows.map((row) => [Number(row.id), pick(row)]));
    },
    issuesOutside: async (installation) => (await pool.query(counted, [installation])).rows[0]?.issues ?? 0,
    waitsOf: async (installation) => {
      const { rows } = await pool.query(waits, [installation]);
      return { due: Number(rows[0]?.due ?? 0), delivery: Number(rows[0]?.delivery ?? 0) };
    },
    close: () => pool.end(),
  };
}

const pick = ({ issues, unfinished, next }: SyncProgress): SyncProgress => ({ issues, unfinished, next });

/** Records when each installation last made progress, and the longest time that one with work left made none. */
export interface Stalls {
  /** @param isDone whether nothing is left of the installation */
  readonly record: (
    progress: ReadonlyMap<number, SyncProgress>,
    isDone: (progress: SyncProgress) => boolean,
    now: number,
  ) => void;
  /** In milliseconds, of any installation. */
  readonly longest: () => number;
  /** The longest that lasts now. */
  readonly current: (now: number) => number;
}

/** @param count of the installations, all of which have work from `begin` on, in milliseconds */
export function createStalls(count: number, begin: number): Stalls {
  const known = new Map<
    number,
    { readonly seen: string; readonly since: number; readonly isDone: boolean }
  >();
  let longest = 0;
  /** Installations that have not been seen yet have waited since `begin`. */
  const current = (now: number): number => {
    const waiting = [...known.values()].filter((each) => !each.isDone).map(({ since }) => now - since);
    return Math.max(0, known.size < count ? now - begin : 0, ...waiting);
  };
  return {
    record: (progress, isDone, now) => {
      longest = Math.max(longest, current(now));
      for (const [id, own] of progress) {
        const seen = `${own.issues} ${own.unfinished} ${own.next}`;
        const before = known.get(id);
        const since = seen === before?.seen ? before.since : now;
        known.set(id, { seen, since, isDone: before?.isDone === true || isDone(own) });
      }
    },
    longest: () => longest,
    current,
  };
}

/** Polls with pauses many times as long as a poll takes, up to a second, so that polling does not distort what it measures. */
export async function pollSparingly(
  minMs: number,
  signal: AbortSignal,
  poll: () => Promise<void>,
): Promise<void> {
  while (!signal.aborted) {
    const begin = performance.now();
    await poll();
    await systemClock.sleep(pauseMs(minMs, performance.now() - begin), signal);
  }
}

const pauseFactor = 20;
const maxPauseMs = 1_000;

function pauseMs(minMs: number, tookMs: number): number {
  return Math.max(minMs, Math.min(maxPauseMs, tookMs * pauseFactor));
}
