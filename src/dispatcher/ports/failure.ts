/** Failures of requests to GitHub; each type calls for a different reaction. */
import type { Millis } from "../../base/clock.ts";

/** Why a request did not succeed. Decided in one place: github/request-failure. */
export type Failure =
  /** Nothing happened; try again at `retryAt`. `scope` says what has to wait. */
  | {
      readonly type: "wait";
      readonly scope: "request" | "installation";
      readonly retryAt: Millis;
      readonly message: string;
      /** GitHub does not accept us there (a token refused twice, a suspension): a person has to fix it. */
      readonly isUnhealthy?: true;
    }
  /** The write may have happened. */
  | { readonly type: "unknown"; readonly message: string }
  /** GitHub will never accept this, unless it `mayPass`: then it says so for a moment too. */
  | { readonly type: "refused"; readonly message: string; readonly mayPass?: true }
  /** The target was deleted (404, 410) or is out of reach. */
  | { readonly type: "gone"; readonly message: string };
