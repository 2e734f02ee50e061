/** Remembers when something last happened in each installation: those in which nothing does need few sweeps. */
import type { Clock, Millis } from "../../base/clock.ts";
import type { InstallationId } from "../../engine/model/fact.ts";

export interface Activity {
  /** Call it for a delivery, a change that was found, and whenever a client relies on the index. */
  readonly heard: (installationId: InstallationId) => void;
  /** How long ago something happened; since the start if nothing has since. */
  readonly agoMs: (installationId: InstallationId) => Millis;
  readonly lastAt: (installationId: InstallationId) => Millis;
}

/** @param startedAt a start counts as activity */
export function createActivity(clock: Pick<Clock, "now">, startedAt: Millis = clock.now()): Activity {
  const last = new Map<InstallationId, Millis>();
  const lastAt = (installationId: InstallationId): Millis => last.get(installationId) ?? startedAt;
  return {
    heard: (installationId) => void last.set(installationId, clock.now()),
    agoMs: (installationId) => clock.now() - lastAt(installationId),
    lastAt,
  };
}
