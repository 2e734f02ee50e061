/**
 * Tracks which parts of the store failed their last write. A part counts as working again after its next
 * successful write.
 */
import type { Clock } from "../../base/clock.ts";
import { messageOf } from "../../base/errors.ts";
import type { StorageFault, StoragePart } from "../shape/storage-fault.ts";
import { Superseded } from "../shape/superseded.ts";

export class StorageFaults {
  readonly #clock: Clock;
  #failures = 0;
  readonly #faults = new Map<StoragePart, StorageFault<StoragePart>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** @param thrown undefined if the write succeeded */
  outcome(part: StoragePart, thrown: unknown): void {
    if (thrown === undefined) this.#faults.delete(part);
    else {
      this.#failures += 1;
      const since = this.#faults.get(part)?.since ?? this.#clock.now();
      this.#faults.set(part, { part, since, error: errorIn(thrown) });
    }
  }

  /** How many writes have failed since the start. */
  get failures(): number {
    return this.#failures;
  }

  list(): readonly StorageFault<StoragePart>[] {
    return [...this.#faults.values()];
  }
}

/**
 * SQLite's result codes for faults of the machine rather than the statement: busy, locked, no memory, read
 * only, I/O, corrupt, full.
 */
const machineCodes: ReadonlySet<number> = new Set([5, 6, 7, 8, 10, 11, 13, 14]);

/** Whether an error is a fault of the storage rather than of the data to be written. */
export function isOfStorage(thrown: unknown): boolean {
  const code = thrown instanceof Error && "errcode" in thrown ? thrown.errcode : undefined;
  return typeof code === "number" && machineCodes.has(code & 0xff);
}

function errorIn(thrown: unknown): string {
  if (isOfStorage(thrown) || thrown instanceof Superseded) return messageOf(thrown);
  const code = thrown instanceof Error && "code" in thrown ? thrown.code : undefined;
  return typeof code === "string" ? code : "could not be written";
}
