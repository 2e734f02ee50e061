/**
 * Notices that a newer release has migrated the database so that this one may no longer use it. What a step removed is
 * missing from then on, so the process stops as it does when it is told to.
 */
import type { Clock } from "../../base/clock.ts";
import { messageOf, type UserError } from "../../base/errors.ts";
import type { Logger } from "../../base/logger.ts";
import type { Exclusion } from "../../store/postgres/database/migrate.ts";
import type { StorageFault } from "../../store/shape/storage-fault.ts";

export interface ReleaseWatch {
  /** Asks the database. Never rejects: what cannot be asked now is asked the next time. */
  readonly look: () => Promise<void>;
  /** For /health and /readyz; empty as long as this release may run. */
  readonly faults: () => readonly StorageFault[];
  /** Resolves once it may not, to what an operator should know. */
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
    logger.error({ error: refusal.message }, "a newer release excludes this process, which stops");
    excluded.resolve(refusal);
  }

  return {
    look: async () => {
      if (fault !== undefined) return;
      try {
        await ask();
      } catch (thrown) {
        logger.warn({ error: messageOf(thrown) }, "could not read which release the database needs");
      }
    },
    faults: () => (fault === undefined ? [] : [fault]),
    excluded: excluded.promise,
  };
}
