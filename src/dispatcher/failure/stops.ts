/**
 * Installations that GitHub asked to be quiet, and until when. Deliveries for them are still admitted; only calls
 * stop. Kept in memory: after a restart the first call learns it again.
 */
import type { Millis } from "../../base/clock.ts";

export interface Stops {
  /** A later end replaces an earlier one, never the other way round. */
  readonly stop: (installationId: number, until: Millis) => void;
  /** End of the stop, if one is in force. */
  readonly until: (installationId: number, now: Millis) => Millis | undefined;
}

export function createStops(): Stops {
  const ends = new Map<number, Millis>();
  return {
    stop: (installationId, until) => {
      ends.set(installationId, Math.max(until, ends.get(installationId) ?? 0));
    },
    until: (installationId, now) => {
      const end = ends.get(installationId);
      if (end === undefined || end > now) return end;
      ends.delete(installationId);
      return undefined;
    },
  };
}
