/** What the page of tokens needs from the server, which keeps them. */
import type { Millis } from "../../base/clock.ts";
import type { OperationPorts } from "../../operations/operation.ts";

export interface TokenShown {
  readonly id: string;
  /** Undefined for one that only reads. */
  readonly agent: string | undefined;
  /** How many repositories it may show at most; undefined for all. */
  readonly repositories: number | undefined;
  readonly createdAt: Millis;
  readonly usedAt: Millis | undefined;
  readonly expiresAt: Millis;
}

export interface TokenWish {
  readonly agent: string | undefined;
  readonly days: number;
}

export interface TokenActions {
  /** The caller's. */
  readonly list: (ports: OperationPorts) => Promise<readonly TokenShown[]>;
  /** Resolves to the token, which is shown once. @throws UserError if the agent is not the caller's */
  readonly make: (ports: OperationPorts, wish: TokenWish) => Promise<string>;
  readonly end: (ports: OperationPorts, id: string) => Promise<void>;
  /** Ends all that the caller has here, their sessions too. */
  readonly endAll: (ports: OperationPorts) => Promise<void>;
}

export const maxDays = 30;
