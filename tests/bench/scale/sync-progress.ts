/** Looks into PostgreSQL again and again while installations are read for the first time: how far each is, and who waits. */
import pg from "pg";
import { systemClock } from "../../../src/base/clock.ts";

/** How far the reading of an installation is: the issues in the index, and what still has to be read or decided about. */
export interface Standing {
  readonly issues: number;
  readonly left: number;
}

const standings = `
SELECT installation_id AS id, sum(issues)::int AS issues, sum(requests)::int AS left_over
FROM repository AS r,
  LATERAL (SELECT count(*) AS issues FROM issue WHERE repository_id = r.id) AS i,
  LATERAL (SELECT count(*) AS requests FROM refresh WHERE repository_id = r.id) AS w
GROUP BY installation_id`;

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
  readonly close: () => Promise<void>;
}

export async function openProgress(url: string): Promise<ProgressReader> {
  // One for each question: neither must wait for the other.
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  pool.on("error", () => {});
  return {
    standings: async () => {
      const { rows } = await pool.query(standings);
      return new Map(rows.map((row) => [Number(row.id), { issues: row.issues, left: row.left_over }]));
    },
    waitsOf: async (installation) => {
      const { rows } = await pool.query(waits, [installation]);
      return { due: Number(rows[0]?.due ?? 0), delivery: Number(rows[0]?.delivery ?? 0) };
    },
    close: () => pool.end(),
  };
}

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
        const seen = `${standing.issues} ${standing.left}`;
        const before = known.get(id);
        const since = seen === before?.seen ? before.since : now;
        known.set(id, { seen, since, isDone: before?.isDone === true || isDone(standing) });
      }
    },
    longest: () => longest,
    current,
  };
}

/** Asks with a pause of several times what asking took, so that looking costs little of what is looked at. */
export async function repeatGently(
  leastMs: number,
  signal: AbortSignal,
  ask: () => Promise<void>,
): Promise<void> {
  while (!signal.aborted) {
    const begin = performance.now();
    await ask();
    await systemClock.sleep(Math.max(leastMs, (performance.now() - begin) * pauseFactor), signal);
  }
}

const pauseFactor = 20;
