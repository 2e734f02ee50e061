/**
 * Reads the index for a command that may wait for a long time. PostgreSQL may restart meanwhile, and the index may be
 * restored from a backup.
 */
import type { Pool } from "pg";
import { UserError } from "../../../base/errors.ts";
import type { Connection } from "../database/connection.ts";
import { isUnavailable } from "../database/failure.ts";
import { requireCurrent } from "../database/migrate.ts";
import { PostgresBoard } from "./board.ts";

/** As long as a restart or a failover takes. */
const patienceMs = 60_000;

/** Errors of PostgreSQL while an index is being restored: no such database, no such table. */
const notThereYet: ReadonlySet<unknown> = new Set(["3D000", "42P01"]);

interface Seen {
  readonly version: number;
  /** Since when the index cannot be read; undefined while it can. */
  readonly unavailableSince?: number;
}

export class FollowedBoard extends PostgresBoard {
  readonly #pool: Pool;
  readonly #clock: Connection["clock"];
  #seen: Seen | undefined;

  constructor(pool: Pool, connection: Connection) {
    super(connection);
    this.#pool = pool;
    this.#clock = connection.clock;
  }

  /** While the index cannot be read, returns the last known version, so that the caller keeps polling. */
  override async version(): Promise<number> {
    const seen = this.#seen;
    try {
      // After an outage it may be the index of another release.
      if (seen?.unavailableSince !== undefined) await requireCurrent(this.#pool);
      const version = await super.version();
      this.#seen = { version };
      return version;
    } catch (thrown) {
      if (seen === undefined || !mayComeBack(thrown)) throw thrown;
      const { version, unavailableSince = this.#clock.now() } = seen;
      if (this.#clock.now() - unavailableSince >= patienceMs) throw thrown;
      this.#seen = { version, unavailableSince };
      return version;
    }
  }
}

function mayComeBack(thrown: unknown): boolean {
  if (thrown instanceof UserError && thrown.code === "no-index") return true;
  return (
    isUnavailable(thrown) || (thrown instanceof Error && "code" in thrown && notThereYet.has(thrown.code))
  );
}
