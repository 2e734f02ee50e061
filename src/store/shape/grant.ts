/** The sessions of people on the site, and the links that begin one, as they are stored. */
import type { Millis } from "../../base/clock.ts";

export interface Grant {
  /** The SHA-256 of its secret, in hex. */
  readonly id: string;
  /** `link`: not a session, but what lets a browser in once, as the owner. */
  readonly kind: "owner" | "person" | "link";
  /** Undefined for the owner of the data folder. */
  readonly login: string | undefined;
  /** Node ID of the person's account. */
  readonly nodeId: string | undefined;
  readonly createdAt: Millis;
  readonly expiresAt: Millis;
}

export interface Grants {
  readonly add: (grant: Grant) => Promise<void>;
  /** Undefined if there is no such session, or it has expired. */
  readonly find: (id: string, now: Millis) => Promise<Grant | undefined>;
  readonly end: (id: string) => Promise<void>;
  /** Ends a link. Resolves to whether it had neither expired nor been used: of several calls at once, one gets true. */
  readonly useLink: (id: string, now: Millis) => Promise<boolean>;
  /** Ends all sessions and tokens of a person. Resolves to their number. */
  readonly endOf: (nodeId: string) => Promise<number>;
}
