/**
 * Installations that GitHub asked us to back off from, until when, and which of them refuse us. Deliveries for them are still
 * admitted; only calls stop. Kept in memory: after a restart the first call learns it again.
 */

import type { Millis } from "../../base/clock.ts";
import { beginWait, correctWait, endOfWait, longerWait, type Wait } from "../../base/wait.ts";
import type { InstallationId } from "../../engine/model/fact.ts";

export class InstallationBackoff {
  readonly #waits = new Map<InstallationId, Wait>();
  /** Installations that a person has to fix, until one of their requests succeeds. */
  readonly #refused = new Set<InstallationId>();

  /**
   * Only ever extends: an earlier end never replaces a later one.
   * @param isUnhealthy whether a person has to fix something there
   */
  backOff(installationId: InstallationId, now: Millis, until: Millis, isUnhealthy = false): void {
    const asked = beginWait(now, until);
    const before = this.#current(installationId, now);
    this.#waits.set(installationId, before === undefined ? asked : longerWait(before, asked));
    if (isUnhealthy) this.#refused.add(installationId);
  }

  /** GitHub answered a request for the installation. */
  noteAnswered(installationId: InstallationId): void {
    this.#refused.delete(installationId);
  }

  /** End of the backoff, if one is in effect. */
  until(installationId: InstallationId, now: Millis): Millis | undefined {
    const current = this.#current(installationId, now);
    return current === undefined ? undefined : endOfWait(current);
  }

  /** Installations that refused us when they were last asked. */
  unhealthy(): readonly InstallationId[] {
    return [...this.#refused];
  }

  /** Installations that wait for a limit of GitHub's to end, which is no fault of anybody's. */
  limited(now: Millis): ReadonlySet<InstallationId> {
    return new Set(
      [...this.#waits.keys()].filter((id) => !this.#refused.has(id) && this.#current(id, now) !== undefined),
    );
  }

  /** What is in effect, counted from now if the clock was set back. */
  #current(installationId: InstallationId, now: Millis): Wait | undefined {
    const known = this.#waits.get(installationId);
    if (known === undefined) return undefined;
    const wait = correctWait(known, now);
    if (endOfWait(wait) > now) {
      this.#waits.set(installationId, wait);
      return wait;
    }
    this.#waits.delete(installationId);
    return undefined;
  }
}
