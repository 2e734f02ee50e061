/** Whether the last write failed, and why, for /health. The next successful write clears the fault. */
import type { Clock } from "../../base/clock.ts";
import { messageOf } from "../../base/errors.ts";
import { OrderEnded } from "../../dispatcher/ports/agents/orders.ts";
import type { StorageFault } from "../shape/storage-fault.ts";
import { Superseded } from "../shape/superseded.ts";
import { isPoolFull, isUnavailable, isUntrusted, reasonOf } from "./database/failure.ts";

/** PostgreSQL's error classes for values, constraints, statements and conflicts: other writes may well succeed. */
const aboutWrite: ReadonlySet<string> = new Set(["22", "23", "40", "42"]);

export class PostgresFaults {
  readonly #clock: Clock;
  #failures = 0;
  #fault: StorageFault | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** @param thrown undefined if the write succeeded */
  readonly outcome = (thrown: unknown): void => {
    if (thrown === undefined) {
      this.#fault = undefined;
      return;
    }
    if (!isFault(thrown)) return;
    this.#failures += 1;
    const since = this.#fault?.since ?? this.#clock.now();
    this.#fault = { part: "index", since, error: errorIn(thrown) };
  };

  /** How many writes have failed since the start. */
  get failures(): number {
    return this.#failures;
  }

  list(): readonly StorageFault[] {
    return this.#fault === undefined ? [] : [this.#fault];
  }
}

/** Other errors come from our own code or concern one write: they do not predict whether the next write fails. */
function isFault(thrown: unknown): boolean {
  if (isUnavailable(thrown) || isUntrusted(thrown) || thrown instanceof Superseded) return true;
  return sqlStateOf(thrown) !== undefined && !isAboutWrite(thrown);
}

/** Whether an error concerns the data of this write, and not the database. */
export function isAboutWrite(thrown: unknown): boolean {
  if (thrown instanceof OrderEnded) return true;
  return aboutWrite.has(sqlStateOf(thrown)?.slice(0, 2) ?? "");
}

function sqlStateOf(thrown: unknown): string | undefined {
  const code = thrown instanceof Error && "code" in thrown ? thrown.code : undefined;
  return typeof code === "string" && code.length === 5 ? code : undefined;
}

/** A phrase without addresses, since /health is public. */
function errorIn(thrown: unknown): string {
  if (isPoolFull(thrown)) return "all connections of this process to PostgreSQL are in use";
  if (isUnavailable(thrown)) return `PostgreSQL unavailable: ${reasonOf(thrown)}`;
  return thrown instanceof Superseded ? messageOf(thrown) : "could not be written";
}
