/** Which parts of the store could not write last time they tried. Each is working again after its next successful write. */
import type { Clock, Millis } from "../base/clock.ts";
import { messageOf } from "../base/errors.ts";

/** `journal`: deliveries on their way in. `index`: the database. */
export type StoragePart = "journal" | "index";

export interface StorageFault {
  readonly part: StoragePart;
  readonly since: Millis;
  /** In a few words without paths: strangers may read it in /health. */
  readonly error: string;
}

export class StorageFaults {
  readonly #clock: Clock;
  #failures = 0;
  readonly #faults = new Map<StoragePart, StorageFault>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** @param thrown undefined where the write succeeded */
  outcome(part: StoragePart, thrown: unknown): void {
    if (thrown === undefined) this.#faults.delete(part);
    else {
      this.#failures += 1;
      const since = this.#faults.get(part)?.since ?? this.#clock.now();
      this.#faults.set(part, { part, since, error: errorIn(thrown) });
    }
  }

  /** How many writes failed since the start. */
  get failures(): number {
    return this.#failures;
  }

  list(): readonly StorageFault[] {
    return [...this.#faults.values()];
  }
}

/** SQLite's codes for what the machine does, not the statement: busy, locked, no memory, read only, I/O, corrupt, full. */
const machineCodes: ReadonlySet<number> = new Set([5, 6, 7, 8, 10, 11, 13, 14]);

/** Whether a failed statement says something about the storage rather than about what was to be written. */
export function isOfStorage(thrown: unknown): boolean {
  const code = thrown instanceof Error && "errcode" in thrown ? thrown.errcode : undefined;
  return typeof code === "number" && machineCodes.has(code & 0xff);
}

function errorIn(thrown: unknown): string {
  if (isOfStorage(thrown)) return messageOf(thrown);
  const code = thrown instanceof Error && "code" in thrown ? thrown.code : undefined;
  return typeof code === "string" ? code : "could not be written";
}
