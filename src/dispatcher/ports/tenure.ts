/** How a process gets an installation to serve, and how it leaves it. */
import type { Millis } from "../../base/clock.ts";

export interface Taken {
  readonly token: number;
  readonly wakeUps: number;
  /** How often in a row serving the installation has failed. */
  readonly failures: number;
  /** How long it still has to wait, as the last attempt has failed. */
  readonly waitMs: Millis;
}

/** How an installation is left. */
export type NextTime =
  /** Nothing is left to do until then, unless a wake-up came since `wakeUps` was read. */
  | { readonly type: "quiet"; readonly wakeUps: number; readonly afterMs: Millis }
  /** Something may be left: it is due at once, for whichever process is free. */
  | { readonly type: "handed on" }
  /** It is due after `afterMs`, or at a wake-up, but not before `leastMs` have passed. */
  | { readonly type: "failed"; readonly wakeUps: number; readonly afterMs: Millis; readonly leastMs: Millis };
