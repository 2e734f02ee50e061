/**
 * Keeps the state from before each write while a stale-read rule is active. SQLite holds a snapshot for every
 * open read transaction, so a stale response is consistent across lists, labels, edges and search.
 */
import type { Clock } from "../../base/clock.ts";
import { State } from "../state/state.ts";

const maxSnapshots = 64;

interface Snapshot {
  /** When the write that ended it happened, in milliseconds. */
  readonly until: number;
  readonly state: State;
}

export class Snapshots {
  readonly #live: State;
  readonly #clock: Clock;
  #kept: Snapshot[] = [];
  #isArmed = false;

  constructor(live: State, clock: Clock) {
    this.#live = live;
    this.#clock = clock;
    live.beforeWrite = () => this.#keep();
  }

  arm(on: boolean): void {
    this.#isArmed = on;
    if (!on) this.close();
  }

  /** The state before the last `count` writes. */
  back(count: number): State {
    return (this.#kept.at(-count) ?? this.#kept[0])?.state ?? this.#live;
  }

  /** The state as it was `ms` ago. */
  ago(ms: number): State {
    const instant = this.#clock.now() - ms;
    return this.#kept.find((snapshot) => snapshot.until > instant)?.state ?? this.#live;
  }

  close(): void {
    for (const snapshot of this.#kept) snapshot.state.close();
    this.#kept = [];
  }

  #keep(): void {
    if (!this.#isArmed) return;
    this.#kept.push({ until: this.#clock.now(), state: State.freeze(this.#live.path) });
    if (this.#kept.length > maxSnapshots) this.#kept.shift()?.state.close();
  }
}
