/** What the database keeps of installations, for all processes that serve them. */
import type { Fence } from "../dispatcher/ports/fence.ts";
import type { NextTime, Taken } from "../dispatcher/ports/tenure.ts";
import type { InstallationId } from "../engine/model/fact.ts";
import type { Claim, Transaction } from "./claims.ts";

export interface TenureTable {
  /** Those due now, the longest waiting first. */
  readonly due: (limit: number) => Promise<readonly InstallationId[]>;
  /**
   * How often somebody has knocked so far: what was due by now is the caller's to do. Undefined if the fence is lost.
   */
  readonly seeKnocks: (fence: Fence) => Promise<number | undefined>;
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
  ) => Promise<"ended" | "knocked" | "lost">;
  /** Tells all workers that somebody has knocked. */
  readonly announce: (installations: readonly InstallationId[]) => Promise<void>;
}
