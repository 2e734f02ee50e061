/**
 * Effects between decision and receipt. Do not delete an effect when it is sent: until its receipt is saved,
 * its outcome is unknown.
 */
import type { Millis } from "../../base/clock.ts";
import type { PlannedEffect } from "../../engine/model/effect.ts";
import type { InstallationId, RepositoryId } from "../../engine/model/fact.ts";
import type { IssueRecord } from "../../engine/model/snapshot.ts";
import type { Account, CreationCharges } from "./account.ts";
import type { LedgerEntry } from "./ledger.ts";
import type { RefreshRequest } from "./refresh-request.ts";

/** An effect that is queued for sending. */
export interface QueuedEffect extends PlannedEffect {
  readonly id: number;
  readonly attempts: number;
  /**
   * When it was first sent, if the outcome of that is unknown: look it up before repeating it. For a create that was
   * repeated, when it was last sent: that one may not be visible yet.
   */
  readonly sentAt: Millis | undefined;
}

export type EffectOutcome =
  | { readonly type: "done"; readonly id: number }
  | {
      readonly type: "retry";
      readonly id: number;
      readonly at: Millis;
      readonly error: string;
      readonly uncertain: boolean;
    }
  | { readonly type: "refused"; readonly id: number; readonly error: string };

/** Effects between decision and receipt. */
export interface Outbox extends Account {
  /**
   * Due effects of one installation: first those that people wait to read, then those that others act on,
   * then those that only display state; within each, the oldest first, and for each issue in the order in
   * which they must be sent.
   */
  readonly due: (
    installationId: InstallationId,
    now: Millis,
    limit: number,
  ) => Promise<readonly QueuedEffect[]>;
  readonly dueInstallations: (now: Millis) => Promise<readonly InstallationId[]>;
  /**
   * Marks effects as sent, before they are. Resolves to those that are still queued: only they may be sent,
   * as a pass that ran since `due` has replaced or dropped the others. Charged creations are counted in the
   * same commit, until `receipt` says that nothing was created; effects without capacity are due again once
   * there is some.
   *
   * @param repeated those of `ids` whose `sentAt` becomes `at`: creates that were looked up and count as not done
   */
  readonly sending: (
    ids: readonly number[],
    at: Millis,
    charges?: CreationCharges,
    repeated?: readonly number[],
  ) => Promise<readonly number[]>;
  /** Stores the outcomes of effects, with the records and refresh requests that follow, in one commit. */
  readonly receipt: (
    outcomes: readonly EffectOutcome[],
    records: readonly IssueRecord[],
    refreshes: readonly RefreshRequest[],
    ledger: readonly LedgerEntry[],
  ) => Promise<void>;
  /**
   * From now on effects of these repositories are neither due nor marked as sending; replaces the previous
   * list.
   */
  readonly pause: (repositories: readonly RepositoryId[] | "everything") => void;
  readonly nextDueAt: () => Promise<Millis | undefined>;
  readonly counts: () => Promise<EffectCounts>;
}

/** `held` are not among `pending`: they wait for the end of a pause. */
export interface EffectCounts {
  readonly pending: number;
  readonly held: number;
  readonly sending: number;
  readonly refused: number;
}
