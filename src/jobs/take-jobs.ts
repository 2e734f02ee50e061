/** Takes jobs for a worker: finds installations that are due, and fetches as many jobs as the worker has room for. */
import type { InstallationId } from "../engine/model/fact.ts";
import type { Attempts } from "./attempts.ts";
import type { HeldInstallation } from "./held-installation.ts";
import type { IdleTenures } from "./idle-tenures.ts";
import type { JobQueue, TenureJob } from "./job-queue.ts";
import type { TenureTable } from "./tenure-table.ts";

export interface JobTaker {
  /** Finds installations that no wake-up announced: their time has come, or their job was not sent. */
  readonly poll: () => Promise<void>;
  /** Takes the jobs that wait, as many as there is room for. */
  readonly fetch: () => void;
  /** Resolves when the fetch that is under way has ended. */
  readonly settled: () => Promise<void>;
}

interface JobTakerParts {
  readonly jobQueue: Pick<JobQueue, "send" | "fetch">;
  readonly table: Pick<TenureTable, "due" | "announce">;
  readonly idleTenures: Pick<IdleTenures, "evict">;
  /** The installations that are served here. */
  readonly running: ReadonlyMap<InstallationId, Pick<HeldInstallation, "wake">>;
  readonly isBusy: () => boolean;
  /** Serves a job's installation: afterwards, `running` has it. */
  readonly begin: (job: TenureJob) => void;
  readonly attempt: Attempts["attempt"];
  /** Once it aborts, no jobs are fetched. */
  readonly signal: AbortSignal;
}

const maxTenures = 64;
/** Without a limit, the first of two workers to start would take all installations. */
const maxFetched = 16;
const dueAtOnce = 64;

export function createJobTaker(parts: JobTakerParts): JobTaker {
  const { jobQueue, table, idleTenures, running, isBusy, begin, attempt, signal } = parts;
  let fetching: Promise<void> | undefined;
  let isFetchWanted = false;
  /** Installations that were due at the last poll and not served here. */
  let dueAtLastPoll: ReadonlySet<InstallationId> = new Set();
  /** How many installations were due at two polls in a row: all workers are busy or full. */
  let untaken = 0;

  /** If a poll fails, forget the last one: other workers may have taken what waited then. */
  async function poll(): Promise<void> {
    try {
      await findDue();
    } catch (thrown) {
      dueAtLastPoll = new Set();
      untaken = 0;
      idleTenures.evict(0);
      throw thrown;
    }
  }

  async function findDue(): Promise<void> {
    const due = await table.due(dueAtOnce);
    const others = due.filter((id) => !running.has(id));
    for (const id of due) running.get(id)?.wake();
    if (others.length > 0) await jobQueue.send(others);
    const waiting = others.filter((id) => dueAtLastPoll.has(id));
    dueAtLastPoll = new Set(others);
    untaken = waiting.length;
    await fetch();
    idleTenures.evict(running.size < maxTenures ? 0 : waiting.filter((id) => !running.has(id)).length);
    // There may be more than this process can take, or another worker has some and missed the notification.
    if (others.length > 0) await table.announce(others);
  }

  function fetch(): Promise<void> {
    isFetchWanted = true;
    fetching ??= fetchAll().finally(() => {
      fetching = undefined;
      // It may have been requested between the last check and here.
      if (isFetchWanted) void attempt("fetch", fetch);
    });
    return fetching;
  }

  async function fetchAll(): Promise<void> {
    while (isFetchWanted) {
      isFetchWanted = false;
      // Workers that are not busy take what they find at once, so a busy one takes only what they left.
      const wanted = isBusy() ? Math.min(untaken, maxFetched) : maxFetched;
      const free = Math.min(maxTenures - running.size, wanted);
      if (signal.aborted || free <= 0) return;
      const found = await jobQueue.fetch(free);
      // Another worker may have taken some meanwhile.
      untaken = found.length < free ? 0 : Math.max(0, untaken - found.length);
      for (const job of found) begin(job);
      if (found.length === free) isFetchWanted = true;
    }
  }

  return {
    poll,
    fetch: () => void attempt("fetch", fetch),
    settled: async () => fetching,
  };
}
