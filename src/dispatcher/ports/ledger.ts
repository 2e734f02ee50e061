/** One row for everything done, decided or refused. It is for people to read: never base a decision on it. */
import type { Millis } from "../../base/clock.ts";
import type { NodeId, RepositoryId } from "../../engine/model/fact.ts";

/** A row of the ledger: one thing done, decided or refused, and why. */
export interface LedgerEntry {
  readonly at: Millis;
  readonly repositoryId: RepositoryId | undefined;
  readonly issueId: NodeId | undefined;
  /** `decided`, `done`, `refused`, `dropped`, `replay-suspected`, `duplicate-repaired`, `dead-letter`, … */
  readonly kind: string;
  readonly rule: string;
  readonly because: string;
  readonly what: string;
  readonly delivery: string | undefined;
  readonly actor: { readonly id: NodeId; readonly login: string; readonly role: string } | undefined;
}
