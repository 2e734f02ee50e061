/** The sessions of people on the site, as they are stored. */
import type { Millis } from "../../base/clock.ts";

export interface Grant {
  /** The SHA-256 of its secret, in hex. */
  readonly id: string;
  readonly kind: "owner" | "person";
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
  /** Ends all sessions and tokens of a person. Resolves to their number. */
  readonly endOf: (nodeId: string) => Promise<number>;
}
