/** Stores when each installation is due and which process owns it, for all processes of a database. */
import type { Fence } from "../dispatcher/ports/fence.ts";
import type { NextTime, Taken } from "../dispatcher/ports/tenure.ts";
import type { InstallationId } from "../engine/model/fact.ts";
import type { TenureJob, Transaction } from "./job-queue.ts";

export interface TenureTable {
  /** The installations due now, the longest waiting first. */
  readonly due: (limit: number) => Promise<readonly InstallationId[]>;
  /**
   * Clears the due time and resolves to the number of wake-ups so far: the caller must do what was due by now. Undefined
   * if the fence is lost.
   */
  readonly acknowledgeWakeUps: (fence: Fence) => Promise<number | undefined>;
  /** Increments the token. Resolves to undefined and changes nothing if `isJobOurs` finds that the job is no longer ours. */
  readonly take: (
    job: Pick<TenureJob, "installationId" | "jobId">,
    isJobOurs: (within: Transaction) => Promise<boolean>,
  ) => Promise<Taken | undefined>;
  /** Releases the installation and completes the job, in one transaction. */
  readonly end: (
    fence: Fence,
    next: NextTime,
    complete: (within: Transaction) => Promise<boolean>,
  ) => Promise<"ended" | "woken" | "lost">;
  /** Announces a wake-up to all workers. */
  readonly announce: (installations: readonly InstallationId[]) => Promise<void>;
}
