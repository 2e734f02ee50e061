/**
 * Stores which process owns each installation, and when each is due next. Every transaction here must lock the fence
 * first, then the row of `due`, then the job: another order could deadlock.
 */
import { type Fence, FenceLost } from "../../dispatcher/ports/fence.ts";
import type { NextTime, Taken } from "../../dispatcher/ports/tenure.ts";
import type { InstallationId } from "../../engine/model/fact.ts";
import type { Connection } from "./database/connection.ts";
import { type Listener, listen } from "./database/listen.ts";
import { type RawSql, rawSqlIn } from "./database/raw-sql.ts";
import { statement } from "./database/statement.ts";
import { acknowledgeWakeUps, addMissingDue, beginDue, endDue, installationsDue } from "./tables/due-table.ts";
import { requireFence, takeFence } from "./tables/fence-table.ts";

const channel = "signalbox_wake";
/** A notification holds 8,000 bytes, and an installation's number has up to 16 digits. */
const maxNumbers = 400;

const notify = statement("SELECT pg_notify(:channel, :numbers)");

export class PostgresTenures {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** The installations due now, the longest waiting first. */
  due(limit: number): Promise<readonly InstallationId[]> {
    return installationsDue(this.#connection, limit);
  }

  /**
   * Clears the due time and resolves to the number of wake-ups so far: the caller must do what was due by now. Undefined
   * if the fence is lost.
   */
  acknowledgeWakeUps(fence: Fence): Promise<number | undefined> {
    return this.#connection.write((queries) => acknowledgeWakeUps(queries, fence));
  }

  /** Makes installations due that were never served: the given ones and those in the index. */
  addMissing(installations: readonly InstallationId[]): Promise<void> {
    return this.#connection.write((queries) => addMissingDue(queries, installations));
  }

  /** Increments the token. Resolves to undefined and changes nothing if `isJobOurs` finds that the job is no longer ours. */
  take(
    { installationId, jobId }: { readonly installationId: InstallationId; readonly jobId: string },
    isJobOurs: (within: RawSql) => Promise<boolean>,
  ): Promise<Taken | undefined> {
    return unlessLost(undefined, () =>
      this.#connection.write(async (queries) => {
        const fence = await takeFence(queries, installationId, jobId);
        const begun = await beginDue(queries, installationId);
        if (!(await isJobOurs(rawSqlIn(queries)))) throw new FenceLost(fence);
        return { ...begun, token: fence.token };
      }),
    );
  }

  /** Releases the installation and completes the job, in one transaction. */
  end(
    fence: Fence,
    next: NextTime,
    complete: (within: RawSql) => Promise<boolean>,
  ): Promise<"ended" | "woken" | "lost"> {
    return unlessLost<"ended" | "woken" | "lost">("lost", () =>
      this.#connection.write(async (queries) => {
        await requireFence(queries, fence);
        if (!(await endDue(queries, fence.installationId, next))) return "woken";
        if (!(await complete(rawSqlIn(queries)))) throw new FenceLost(fence);
        return "ended";
      }),
    );
  }

  /** Announces a wake-up to all workers. Only a hint: they also poll for what is due. */
  async announce(installations: readonly InstallationId[]): Promise<void> {
    for (let from = 0; from < installations.length; from += maxNumbers) {
      const numbers = installations.slice(from, from + maxNumbers).join(" ");
      await this.#connection.run(notify, { channel, numbers });
    }
  }
}

/** Receives what `announce` sends. */
export function listenForWakeUps(
  url: string,
  onWakeUp: (installations: readonly InstallationId[]) => void,
  random: () => number = Math.random,
): Listener {
  return listen(url, {
    channel,
    name: "signalbox wake-ups",
    random,
    onPayload: (payload) => onWakeUp(payload.split(" ").map(Number).filter(Number.isSafeInteger)),
  });
}

async function unlessLost<T>(lost: T, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof FenceLost) return lost;
    throw thrown;
  }
}
