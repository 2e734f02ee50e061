/** What operations read of a contract: which version of which interface, and how far it is agreed to. */

export interface ContractSeen {
  readonly interface: string;
  readonly version: string;
  readonly format: string;
  /** `agreed`: it is in force. */
  readonly standing: "open" | "objected" | "agreed" | "replaced" | "declined" | "closed";
  /** Names of agents and logins. */
  readonly agreedBy: readonly string[];
  readonly missing: readonly string[];
  readonly objections: readonly string[];
  /** The contract that replaced it. */
  readonly successor?: string | undefined;
}
