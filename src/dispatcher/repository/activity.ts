/** Remembers when something last happened in each installation: those in which nothing does need few sweeps. */
import type { Clock, Millis } from "../../base/clock.ts";
import type { InstallationId } from "../../engine/model/fact.ts";

export class Activity {
  readonly #clock: Pick<Clock, "now">;
  readonly #startedAt: Millis;
  readonly #last = new Map<InstallationId, Millis>();

  /** @param startedAt a start counts as activity */
  constructor(clock: Pick<Clock, "now">, startedAt: Millis = clock.now()) {
    this.#clock = clock;
    this.#startedAt = startedAt;
  }

  /** Call it for a delivery, a change that was found, and whenever a client relies on the index. */
  heard(installationId: InstallationId): void {
    this.#last.set(installationId, this.#clock.now());
  }

  /** How long ago something happened; since the start if nothing has since. */
  agoMs(installationId: InstallationId): Millis {
    return this.#clock.now() - this.lastAt(installationId);
  }

  lastAt(installationId: InstallationId): Millis {
    return this.#last.get(installationId) ?? this.#startedAt;
  }
}
