/** What was heard of an agent on the machine of this process: nothing of it is on GitHub. */
import type { Millis } from "../../base/clock.ts";

export interface HeardSession {
  /** Empty for what the agent does outside of a session. */
  readonly id: string;
  /** By GitHub's clock. Never before this process began to listen, as the session could not be heard before. */
  readonly heardAt: Millis;
  /** Whether its agent said that it leaves. */
  readonly hasEnded: boolean;
  /** The leases on which it beats. */
  readonly leases: readonly { readonly issue: number; readonly token: number }[];
}

/** The sessions of the agent with this name. */
export type HeardOf = (agent: string) => readonly HeardSession[];
