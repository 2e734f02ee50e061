/**
 * Who serves which installation, and when each is served next. Every transaction here locks the fence first, then the
 * row of `due`, then the job: two of them then wait for each other, and neither is undone as a deadlock.
 */
import { type Fence, FenceLost } from "../../dispatcher/ports/fence.ts";
import type { NextTime, Taken } from "../../dispatcher/ports/tenure.ts";
import type { InstallationId } from "../../engine/model/fact.ts";
import type { Connection } from "./database/connection.ts";
import { type Listener, listen } from "./database/listen.ts";
import { type RawSql, rawSqlIn } from "./database/raw-sql.ts";
import { statement } from "./database/statement.ts";
import { addMissingDue, beginDue, endDue, installationsDue, readWakeUps } from "./tables/due-table.ts";
import { requireFence, takeFence } from "./tables/fence-table.ts";

const channel = "signalbox_wake";
/** A notification has room for 8,000 bytes, and the longest number of an installation has 16 digits. */
const maxNumbers = 400;

const notify = statement("SELECT pg_notify(:channel, :numbers)");

export class PostgresTenures {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Those due now, the longest waiting first. */
  due(limit: number): Promise<readonly InstallationId[]> {
    return installationsDue(this.#connection, limit);
  }

  /** The number of wake-ups so far. The caller has to do whatever was due by now. Undefined if the fence is lost. */
  readWakeUps(fence: Fence): Promise<number | undefined> {
    return readWakeUps(this.#connection, fence);
  }

  /** Makes due what nobody has served yet: the given installations, and those in the index. */
  addMissing(installations: readonly InstallationId[]): Promise<void> {
    return this.#connection.write((queries) => addMissingDue(queries, installations));
  }

  /** Raises the token. Undefined, and nothing is changed, if `isHeld` says that the job is another process's by now. */
  take(
    { installationId, job }: { readonly installationId: InstallationId; readonly job: string },
    isHeld: (within: RawSql) => Promise<boolean>,
  ): Promise<Taken | undefined> {
    return unlessLost(undefined, () =>
      this.#connection.write(async (queries) => {
        const fence = await takeFence(queries, installationId, job);
        const begun = await beginDue(queries, installationId);
        if (!(await isHeld(rawSqlIn(queries)))) throw new FenceLost(fence);
        return { ...begun, token: fence.token };
      }),
    );
  }

  /** Gives the installation back, together with the job. */
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
      await this.#connection.all(notify, { channel, numbers });
    }
  }
}

/** Receives what `announce` sends. */
export function listenForWakeUps(
  url: string,
  onWakeUp: (installations: readonly InstallationId[]) => void,
): Listener {
  return listen(url, {
    ...{ channel, name: "signalbox wake-ups" },
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
