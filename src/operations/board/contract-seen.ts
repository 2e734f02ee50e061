/** What operations read of a contract: which version of which interface, and how far it is agreed to. */

export interface ContractSeen {
  readonly interface: string;
  readonly version: string;
  readonly format: string;
  /** `agreed`: it is in force. `edited`: it was agreed to, and its text was edited since. */
  readonly standing: "open" | "objected" | "agreed" | "edited" | "replaced" | "declined" | "closed";
  /** Names of agents and logins. */
  readonly agreedBy: readonly string[];
  readonly missing: readonly string[];
  readonly objections: readonly string[];
  /** The contract that replaced it. */
  readonly successor?: string | undefined;
}
