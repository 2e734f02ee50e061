/**
 * When the next sweep of each installation is due: soon where something happens, and more and more rarely
 * where nothing does. A start surveys every installation, and counts as activity.
 */
import type { Clock, Millis } from "../../base/clock.ts";
import type { InstallationId } from "../../engine/model/fact.ts";
import type { Pace } from "../pace.ts";
import type { LastSweep } from "../ports/carryover.ts";
import type { Activity } from "../repository/activity.ts";

/** A start sweeps all installations at once; they are spread from their second sweep on. */
const firstSpread = 0.5;
const laterSpread = 0.1;

export interface SweepTimesOptions {
  readonly activity: Pick<Activity, "agoMs">;
  readonly clock: Pick<Clock, "now">;
  readonly pace: Pick<Pace, "sweepEveryMs" | "idle">;
  /** A number in [0, 1). */
  readonly random: () => number;
  /** Of installations that another process has served. */
  readonly earlier?: LastSweep | undefined;
}

export class SweepTimes {
  readonly #options: SweepTimesOptions;
  readonly #sweeps = new Map<InstallationId, LastSweep>();

  constructor(options: SweepTimesOptions) {
    this.#options = options;
  }

  /** The installations whose sweep is due. */
  due(installations: readonly InstallationId[]): readonly InstallationId[] {
    const now = this.#options.clock.now();
    return installations.filter((id) => this.#isDue(id, now));
  }

  /** Their sweeps are over. */
  noteEnded(installations: readonly InstallationId[]): void {
    const { clock, pace, random } = this.#options;
    const at = clock.now();
    for (const id of installations) {
      const last = this.last(id);
      const slower = Math.min(pace.idle.maxMs, 2 * (last?.everyMs ?? pace.sweepEveryMs));
      const spread = last === undefined ? firstSpread : laterSpread;
      const everyMs = this.#isActive(id) ? pace.sweepEveryMs : slower;
      this.#sweeps.set(id, { at, everyMs, share: 1 - spread * random() });
    }
  }

  /** Undefined if it had none. */
  last(installation: InstallationId): LastSweep | undefined {
    return this.#sweeps.get(installation) ?? this.#options.earlier;
  }

  /** When the next sweep of an installation is due if nothing happens there; now if it had none. */
  nextAt(installation: InstallationId): Millis {
    const last = this.last(installation);
    return last === undefined ? this.#options.clock.now() : last.at + this.#dueAfterMs(installation, last);
  }

  #isDue(id: InstallationId, now: Millis): boolean {
    const last = this.last(id);
    if (last === undefined) return true;
    // A clock that was set back must not delay sweeps until it has caught up.
    return now < last.at || now - last.at >= this.#dueAfterMs(id, last);
  }

  #dueAfterMs(id: InstallationId, { everyMs, share }: LastSweep): Millis {
    return (this.#isActive(id) ? this.#options.pace.sweepEveryMs : everyMs) * share;
  }

  #isActive(id: InstallationId): boolean {
    const { activity, pace } = this.#options;
    return activity.agoMs(id) < pace.idle.afterMs;
  }
}
