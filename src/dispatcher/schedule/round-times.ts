/**
 * When the next round of each installation is due: soon where something happens, and more and more rarely
 * where nothing does. Kept in memory only: a start surveys every installation, and counts as activity.
 */
import type { Clock, Millis } from "../../base/clock.ts";
import type { InstallationId } from "../../engine/model/fact.ts";
import type { Pace } from "../pace.ts";
import type { Activity } from "../repository/activity.ts";

export interface RoundTimes {
  /** The installations whose round is due. */
  readonly due: (installations: readonly InstallationId[]) => readonly InstallationId[];
  /** Their rounds are over. */
  readonly ended: (installations: readonly InstallationId[]) => void;
}

interface Needs {
  readonly activity: Pick<Activity, "agoMs">;
  readonly clock: Pick<Clock, "now">;
  readonly pace: Pick<Pace, "sweepEveryMs" | "idle">;
  /** A number in [0, 1). */
  readonly random: () => number;
}

interface LastRound {
  readonly at: Millis;
  /** The time to the next if nothing happens. */
  readonly everyMs: Millis;
  /** The part of that time after which the next is due, so that no round meets all installations. */
  readonly share: number;
}

/** A start meets all installations; they are spread from their second round on. */
const firstSpread = 0.5;
const laterSpread = 0.1;

export function createRoundTimes({ activity, clock, pace, random }: Needs): RoundTimes {
  const rounds = new Map<InstallationId, LastRound>();
  const isActive = (id: InstallationId): boolean => activity.agoMs(id) < pace.idle.afterMs;

  function isDue(id: InstallationId, now: Millis): boolean {
    const last = rounds.get(id);
    if (last === undefined) return true;
    const everyMs = isActive(id) ? pace.sweepEveryMs : last.everyMs;
    // A clock that was set back must not put off rounds until it has caught up.
    return now < last.at || now - last.at >= everyMs * last.share;
  }

  return {
    due: (installations) => {
      const now = clock.now();
      return installations.filter((id) => isDue(id, now));
    },
    ended: (installations) => {
      const at = clock.now();
      for (const id of installations) {
        const last = rounds.get(id);
        const slower = Math.min(pace.idle.maxMs, 2 * (last?.everyMs ?? pace.sweepEveryMs));
        const spread = last === undefined ? firstSpread : laterSpread;
        const everyMs = isActive(id) ? pace.sweepEveryMs : slower;
        rounds.set(id, { at, everyMs, share: 1 - spread * random() });
      }
    },
  };
}
