/**
 * Notices that a newer release has migrated the database and excluded this one. A migration may have removed what this
 * release needs, so the process then shuts down in order.
 */
import type { Clock } from "../../base/clock.ts";
import { messageOf, type UserError } from "../../base/errors.ts";
import type { Logger } from "../../base/logger.ts";
import type { Exclusion } from "../../store/postgres/database/migrate.ts";
import type { StorageFault } from "../../store/shape/storage-fault.ts";

export interface ReleaseWatch {
  /** Queries the database. Never rejects: a failed query is repeated at the next call. */
  readonly check: () => Promise<void>;
  /** For /health and /readyz; empty as long as this release may run. */
  readonly faults: () => readonly StorageFault[];
  /** Resolves once this release is excluded, to the error for the operator. */
  readonly excluded: Promise<UserError>;
}

interface Needs {
  readonly exclusion: () => Promise<Exclusion | undefined>;
  readonly clock: Pick<Clock, "now">;
  readonly logger: Logger;
}

export function createReleaseWatch({ exclusion, clock, logger }: Needs): ReleaseWatch {
  const excluded = Promise.withResolvers<UserError>();
  let fault: StorageFault | undefined;

  async function ask(): Promise<void> {
    const found = await exclusion();
    if (found === undefined) return;
    const { release, refusal } = found;
    fault = { part: "release", since: clock.now(), error: `signalbox ${release} or newer is needed` };
    logger.error({ error: refusal.message }, "a newer release has migrated the database, stopping");
    excluded.resolve(refusal);
  }

  return {
    check: async () => {
      if (fault !== undefined) return;
      try {
        await ask();
      } catch (thrown) {
        logger.warn(
          { error: messageOf(thrown) },
          "could not read which release the database needs, will retry",
          thrown,
        );
      }
    },
    faults: () => (fault === undefined ? [] : [fault]),
    excluded: excluded.promise,
  };
}
