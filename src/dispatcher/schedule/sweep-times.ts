/**
 * When the next sweep of each installation is due: soon where something happens, and more and more rarely
 * where nothing does. A start surveys every installation, and counts as activity.
 */
import type { Clock, Millis } from "../../base/clock.ts";
import type { InstallationId } from "../../engine/model/fact.ts";
import type { Pace } from "../pace.ts";
import type { LastSweep } from "../ports/carryover.ts";
import type { Activity } from "../repository/activity.ts";

export interface SweepTimes {
  /** The installations whose sweep is due. */
  readonly due: (installations: readonly InstallationId[]) => readonly InstallationId[];
  /** Their sweeps are over. */
  readonly ended: (installations: readonly InstallationId[]) => void;
  /** Undefined if it had none. */
  readonly last: (installation: InstallationId) => LastSweep | undefined;
  /** When the next sweep of an installation is due if nothing happens there; now if it had none. */
  readonly nextAt: (installation: InstallationId) => Millis;
}

interface Needs {
  readonly activity: Pick<Activity, "agoMs">;
  readonly clock: Pick<Clock, "now">;
  readonly pace: Pick<Pace, "sweepEveryMs" | "idle">;
  /** A number in [0, 1). */
  readonly random: () => number;
  /** Of installations that another process has served. */
  readonly earlier?: LastSweep | undefined;
}

/** A start sweeps all installations at once; they are spread from their second sweep on. */
const firstSpread = 0.5;
const laterSpread = 0.1;

export function createSweepTimes({ activity, clock, pace, random, earlier }: Needs): SweepTimes {
  const sweeps = new Map<InstallationId, LastSweep>();
  const isActive = (id: InstallationId): boolean => activity.agoMs(id) < pace.idle.afterMs;

  const lastOf = (id: InstallationId): LastSweep | undefined => sweeps.get(id) ?? earlier;
  const dueAfterMs = (id: InstallationId, { everyMs, share }: LastSweep): Millis =>
    (isActive(id) ? pace.sweepEveryMs : everyMs) * share;

  function isDue(id: InstallationId, now: Millis): boolean {
    const last = lastOf(id);
    if (last === undefined) return true;
    // A clock that was set back must not delay sweeps until it has caught up.
    return now < last.at || now - last.at >= dueAfterMs(id, last);
  }

  return {
    due: (installations) => {
      const now = clock.now();
      return installations.filter((id) => isDue(id, now));
    },
    ended: (installations) => {
      const at = clock.now();
      for (const id of installations) {
        const last = lastOf(id);
        const slower = Math.min(pace.idle.maxMs, 2 * (last?.everyMs ?? pace.sweepEveryMs));
        const spread = last === undefined ? firstSpread : laterSpread;
        const everyMs = isActive(id) ? pace.sweepEveryMs : slower;
        sweeps.set(id, { at, everyMs, share: 1 - spread * random() });
      }
    },
    last: lastOf,
    nextAt: (id) => {
      const last = lastOf(id);
      return last === undefined ? clock.now() : last.at + dueAfterMs(id, last);
    },
  };
}
