/**
 * Installations that GitHub asked us to back off from, and until when. Deliveries for them are still
 * admitted; only calls stop. Kept in persisted: after a restart the first call learns it again.
 */

import type { Millis } from "../../base/clock.ts";
import type { InstallationId } from "../../engine/model/fact.ts";

export interface InstallationBackoff {
  /**
   * Only ever extends: an earlier end never replaces a later one.
   * @param isUnhealthy whether a person has to fix something there
   */
  readonly backOff: (installationId: InstallationId, until: Millis, isUnhealthy?: boolean) => void;
  /** End of the backoff, if one is in effect. */
  readonly until: (installationId: InstallationId, now: Millis) => Millis | undefined;
  /** Installations that are backed off until a person fixes something. */
  readonly unhealthy: (now: Millis) => readonly InstallationId[];
}

export function createInstallationBackoff(): InstallationBackoff {
  const ends = new Map<InstallationId, { readonly end: Millis; readonly isUnhealthy: boolean }>();
  return {
    backOff: (installationId, until, isUnhealthy = false) => {
      const before = ends.get(installationId);
      const end = Math.max(until, before?.end ?? 0);
      ends.set(installationId, { end, isUnhealthy: isUnhealthy || before?.isUnhealthy === true });
    },
    until: (installationId, now) => {
      const end = ends.get(installationId)?.end;
      if (end === undefined || end > now) return end;
      ends.delete(installationId);
      return undefined;
    },
    unhealthy: (now) =>
      [...ends].flatMap(([id, { end, isUnhealthy }]) => (isUnhealthy && end > now ? [id] : [])),
  };
}
