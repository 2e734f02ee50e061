/** When an agent on this process's machine was last heard from: none of it is on GitHub. */
import type { Millis } from "../../base/clock.ts";

export interface HeardSession {
  /** Empty for what the agent does outside of a session. */
  readonly id: string;
  /** By GitHub's clock. Never before this process began to listen, as it could not hear from the session before. */
  readonly heardAt: Millis;
  /** Whether its agent said that it was leaving. */
  readonly hasEnded: boolean;
  /** The leases on which it beats. */
  readonly leases: readonly { readonly issue: number; readonly token: number }[];
}

/** The sessions of the agent with this name. */
export type SignsOfLife = (agent: string) => readonly HeardSession[];
