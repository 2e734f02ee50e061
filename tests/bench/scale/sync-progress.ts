/** Looks into PostgreSQL again and again while installations are read for the first time: how far each is, and who waits. */
import pg from "pg";
import { systemClock } from "../../../src/base/clock.ts";

/** How far the reading of an installation is. */
export interface Standing {
  /** In the index: pages come in the order of the issues' numbers, so the highest number of a repository is how many it has. */
  readonly issues: number;
  /** Repositories in which something still has to be read or decided about. */
  readonly unfinished: number;
  /** Changes with each pass that serves what waits. */
  readonly next: number;
}

/**
 * Only the ends of indexes are read. To count the rows takes seconds in the middle of a large sync, and what is seen so
 * rarely looks as if it stood still.
 */
const standings = `
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
  readonly standings: () => Promise<ReadonlyMap<number, Standing>>;
  readonly waitsOf: (installation: number) => Promise<Waits>;
  /** All issues in the index, counted one by one. */
  readonly issuesOutside: (installation: number) => Promise<number>;
  readonly close: () => Promise<void>;
}

export async function openProgress(url: string): Promise<ProgressReader> {
  // One for each question: neither must wait for the other.
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  pool.on("error", () => {});
  return {
    standings: async () => {
      const { rows } = await pool.query(standings);
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

const pick = ({ issues, unfinished, next }: Standing): Standing => ({ issues, unfinished, next });

/** Remembers when each installation got further, and for how long one with work did not. */
export interface Stalls {
  /** @param isDone whether nothing is left of the installation */
  readonly note: (
    standings: ReadonlyMap<number, Standing>,
    isDone: (standing: Standing) => boolean,
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
  /** Those that nobody has seen yet have waited from the beginning. */
  const current = (now: number): number => {
    const waiting = [...known.values()].filter((each) => !each.isDone).map(({ since }) => now - since);
    return Math.max(0, known.size < count ? now - begin : 0, ...waiting);
  };
  return {
    note: (standings, isDone, now) => {
      longest = Math.max(longest, current(now));
      for (const [id, standing] of standings) {
        const seen = `${standing.issues} ${standing.unfinished} ${standing.next}`;
        const before = known.get(id);
        const since = seen === before?.seen ? before.since : now;
        known.set(id, { seen, since, isDone: before?.isDone === true || isDone(standing) });
      }
    },
    longest: () => longest,
    current,
  };
}

/** Asks with a pause of several times what asking took, so that looking costs little of what is looked at, and often enough. */
export async function repeatGently(
  leastMs: number,
  signal: AbortSignal,
  ask: () => Promise<void>,
): Promise<void> {
  while (!signal.aborted) {
    const begin = performance.now();
    await ask();
    await systemClock.sleep(pauseMs(leastMs, performance.now() - begin), signal);
  }
}

const pauseFactor = 20;
const longestPauseMs = 1_000;

function pauseMs(leastMs: number, tookMs: number): number {
  return Math.max(leastMs, Math.min(longestPauseMs, tookMs * pauseFactor));
}
