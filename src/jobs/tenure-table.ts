/** What the database keeps of installations, for all processes that serve them. */
import type { Fence } from "../dispatcher/ports/fence.ts";
import type { NextTime, Taken } from "../dispatcher/ports/tenure.ts";
import type { InstallationId } from "../engine/model/fact.ts";
import type { Claim, Transaction } from "./claims.ts";

export interface TenureTable {
  /** Those due now, the longest waiting first. */
  readonly due: (limit: number) => Promise<readonly InstallationId[]>;
  /**
   * The number of wake-ups so far. The caller has to do whatever was due by now. Undefined if the fence is lost.
   */
  readonly readWakeUps: (fence: Fence) => Promise<number | undefined>;
  /** Raises the token. Undefined, and nothing is changed, if `isHeld` says that the job is another process's by now. */
  readonly take: (
    claim: Pick<Claim, "installationId" | "job">,
    isHeld: (within: Transaction) => Promise<boolean>,
  ) => Promise<Taken | undefined>;
  /** Gives the installation back, together with the job. */
  readonly end: (
    fence: Fence,
    next: NextTime,
    complete: (within: Transaction) => Promise<boolean>,
  ) => Promise<"ended" | "woken" | "lost">;
  /** Announces a wake-up to all workers. */
  readonly announce: (installations: readonly InstallationId[]) => Promise<void>;
}
