/** What a process learns when it takes an installation, and what it says when it releases it. */
import type { Millis } from "../../base/clock.ts";

export interface Taken {
  readonly token: number;
  readonly wakeUps: number;
  /** How many tenures of the installation failed in a row. */
  readonly failures: number;
  /** How long the backoff after the last failure still lasts. */
  readonly waitMs: Millis;
}

/** When a released installation is due next. */
export type NextTime =
  /** Due after `afterMs`, unless a wake-up came since `wakeUps` were acknowledged. */
  | { readonly type: "quiet"; readonly wakeUps: number; readonly afterMs: Millis }
  /** There may be work left: due at once, for whichever process is free. */
  | { readonly type: "still due" }
  /** Due after `afterMs`, or at a wake-up, but not before `minDelayMs` have passed. */
  | {
      readonly type: "failed";
      readonly wakeUps: number;
      readonly afterMs: Millis;
      readonly minDelayMs: Millis;
    };
