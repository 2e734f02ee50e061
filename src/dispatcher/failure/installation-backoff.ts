/**
 * Installations that GitHub asked us to back off from, and until when. Deliveries for them are still
 * admitted; only calls stop. Kept in memory: after a restart the first call learns it again.
 */

import type { Millis } from "../../base/clock.ts";
import type { InstallationId } from "../../engine/model/fact.ts";

export class InstallationBackoff {
  readonly #ends = new Map<InstallationId, { readonly end: Millis; readonly isUnhealthy: boolean }>();

  /**
   * Only ever extends: an earlier end never replaces a later one.
   * @param isUnhealthy whether a person has to fix something there
   */
  backOff(installationId: InstallationId, until: Millis, isUnhealthy = false): void {
    const before = this.#ends.get(installationId);
    const end = Math.max(until, before?.end ?? 0);
    this.#ends.set(installationId, { end, isUnhealthy: isUnhealthy || before?.isUnhealthy === true });
  }

  /** End of the backoff, if one is in effect. */
  until(installationId: InstallationId, now: Millis): Millis | undefined {
    const end = this.#ends.get(installationId)?.end;
    if (end === undefined || end > now) return end;
    this.#ends.delete(installationId);
    return undefined;
  }

  /** Installations that are backed off until a person fixes something. */
  unhealthy(now: Millis): readonly InstallationId[] {
    return [...this.#ends].flatMap(([id, { end, isUnhealthy }]) => (isUnhealthy && end > now ? [id] : []));
  }
}
