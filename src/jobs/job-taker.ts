/** Takes jobs for a worker: finds installations that are due, and fetches as many jobs as the worker has room for. */
import type { InstallationId } from "../engine/model/fact.ts";
import type { Attempts } from "./attempts.ts";
import type { HeldInstallation } from "./held-installation.ts";
import type { IdleTenures } from "./idle-tenures.ts";
import type { JobQueue, TenureJob } from "./job-queue.ts";
import type { TenureTable } from "./tenure-table.ts";

export interface JobTakerParts {
  readonly jobQueue: Pick<JobQueue, "send" | "fetch">;
  readonly table: Pick<TenureTable, "due" | "announce">;
  readonly idleTenures: Pick<IdleTenures, "evict">;
  readonly attempts: Pick<Attempts, "attempt">;
  /** The installations that are served here. */
  readonly running: ReadonlyMap<InstallationId, Pick<HeldInstallation, "wake">>;
  readonly worker: {
    readonly isBusy: boolean;
    /** Serves a job's installation: afterwards, `running` has it. */
    readonly begin: (job: TenureJob) => void;
  };
  /** Once it aborts, no jobs are fetched. */
  readonly signal: AbortSignal;
}

const maxTenures = 64;
/** Without a limit, the first of two workers to start would take all installations. */
const maxFetched = 16;
const dueAtOnce = 64;

export class JobTaker {
  readonly #parts: JobTakerParts;
  #fetching: Promise<void> | undefined;
  #isFetchWanted = false;
  /** Installations that were due at the last poll and not served here. */
  #dueAtLastPoll: ReadonlySet<InstallationId> = new Set();
  /** How many installations were due at two polls in a row: all workers are busy or full. */
  #untaken = 0;

  constructor(parts: JobTakerParts) {
    this.#parts = parts;
  }

  /**
   * Finds installations that no wake-up announced: their time has come, or their job was not sent. If that fails, the poll
   * before is forgotten: other workers may have taken what waited then.
   */
  async poll(): Promise<void> {
    try {
      await this.#findDue();
    } catch (thrown) {
      this.#dueAtLastPoll = new Set();
      this.#untaken = 0;
      this.#parts.idleTenures.evict(0);
      throw thrown;
    }
  }

  /** Takes the jobs that wait, as many as there is room for. */
  fetch(): void {
    void this.#parts.attempts.attempt("fetch", () => this.#fetchWanted());
  }

  /** Resolves when the fetch that is under way has ended. */
  async settled(): Promise<void> {
    await this.#fetching;
  }

  async #findDue(): Promise<void> {
    const { table, jobQueue, idleTenures, running } = this.#parts;
    const due = await table.due(dueAtOnce);
    const others = due.filter((id) => !running.has(id));
    for (const id of due) running.get(id)?.wake();
    if (others.length > 0) await jobQueue.send(others);
    const waiting = others.filter((id) => this.#dueAtLastPoll.has(id));
    this.#dueAtLastPoll = new Set(others);
    this.#untaken = waiting.length;
    await this.#fetchWanted();
    idleTenures.evict(running.size < maxTenures ? 0 : waiting.filter((id) => !running.has(id)).length);
    // There may be more than this process can take, or another worker has some and missed the notification.
    if (others.length > 0) await table.announce(others);
  }

  #fetchWanted(): Promise<void> {
    this.#isFetchWanted = true;
    this.#fetching ??= this.#fetchAll().finally(() => {
      this.#fetching = undefined;
      // It may have been requested between the last check and here.
      if (this.#isFetchWanted) this.fetch();
    });
    return this.#fetching;
  }

  async #fetchAll(): Promise<void> {
    const { jobQueue, running, worker, signal } = this.#parts;
    while (this.#isFetchWanted) {
      this.#isFetchWanted = false;
      // Workers that are not busy take what they find at once, so a busy one takes only what they left.
      const wanted = worker.isBusy ? Math.min(this.#untaken, maxFetched) : maxFetched;
      const free = Math.min(maxTenures - running.size, wanted);
      if (signal.aborted || free <= 0) return;
      const found = await jobQueue.fetch(free);
      // Another worker may have taken some meanwhile.
      this.#untaken = found.length < free ? 0 : Math.max(0, this.#untaken - found.length);
      for (const job of found) worker.begin(job);
      if (found.length === free) this.#isFetchWanted = true;
    }
  }
}
