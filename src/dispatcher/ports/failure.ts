/** What the network said when it did not say yes. A newcomer would retry them all; each type asks for something else. */
import type { Millis } from "../../base/clock.ts";

/** What the network said when it did not say yes. Decided in one place: github/request-failure. */
export type Failure =
  /** Nothing happened; try again at `retryAt`. `scope` says what has to wait. */
  | {
      readonly type: "wait";
      readonly scope: "request" | "installation";
      readonly retryAt: Millis;
      readonly message: string;
      /** GitHub does not accept us there (a token refused twice, a suspension): for people to mend. */
      readonly isUnhealthy?: true;
    }
  /** The write may have happened. */
  | { readonly type: "unknown"; readonly message: string }
  /** GitHub will never accept this. */
  | { readonly type: "refused"; readonly message: string }
  /** The thing is gone (404, 410) or out of reach. */
  | { readonly type: "gone"; readonly message: string };
