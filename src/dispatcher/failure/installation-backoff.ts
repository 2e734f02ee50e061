/**
 * Installations that GitHub asked us to back off from, and until when. Deliveries for them are still
 * admitted; only calls stop. Kept in memory: after a restart the first call learns it again.
 */

import type { Millis } from "../../base/clock.ts";
import { beginWait, correctWait, endOfWait, longerWait, type Wait } from "../../base/wait.ts";
import type { InstallationId } from "../../engine/model/fact.ts";

interface BackedOff {
  readonly wait: Wait;
  readonly isUnhealthy: boolean;
}

export class InstallationBackoff {
  readonly #backedOff = new Map<InstallationId, BackedOff>();

  /**
   * Only ever extends: an earlier end never replaces a later one.
   * @param isUnhealthy whether a person has to fix something there
   */
  backOff(installationId: InstallationId, now: Millis, until: Millis, isUnhealthy = false): void {
    const asked = beginWait(now, until);
    const before = this.#current(installationId, now);
    this.#backedOff.set(installationId, {
      wait: before === undefined ? asked : longerWait(before.wait, asked),
      isUnhealthy: isUnhealthy || before?.isUnhealthy === true,
    });
  }

  /** End of the backoff, if one is in effect. */
  until(installationId: InstallationId, now: Millis): Millis | undefined {
    const current = this.#current(installationId, now);
    return current === undefined ? undefined : endOfWait(current.wait);
  }

  /** Installations that are backed off until a person fixes something. */
  unhealthy(now: Millis): readonly InstallationId[] {
    return [...this.#backedOff.keys()].filter((id) => this.#current(id, now)?.isUnhealthy === true);
  }

  /** What is in effect, counted from now if the clock was set back. */
  #current(installationId: InstallationId, now: Millis): BackedOff | undefined {
    const known = this.#backedOff.get(installationId);
    if (known === undefined) return undefined;
    const wait = correctWait(known.wait, now);
    if (endOfWait(wait) <= now) {
      this.#backedOff.delete(installationId);
      return undefined;
    }
    const current = { ...known, wait };
    this.#backedOff.set(installationId, current);
    return current;
  }
}
