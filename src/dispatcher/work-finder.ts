/** Which repositories and installations have work that is due. */
import type { Millis } from "../base/clock.ts";
import type { InstallationId, RepositoryId } from "../engine/model/fact.ts";
import type { DispatcherPorts } from "./dispatcher-ports.ts";
import type { InstallationBackoff } from "./failure/installation-backoff.ts";
import type { FormerIds } from "./former-ids.ts";

/** Number of repositories per query; beyond it, fairness covers only the longest waiting ones. */
const dueAtOnce = 256;

interface DueKeys {
  readonly repositories: readonly RepositoryId[];
  readonly installations: readonly InstallationId[];
}

export class WorkFinder {
  readonly #ports: Pick<DispatcherPorts, "stores" | "runtime">;
  readonly #backoff: InstallationBackoff;
  readonly #formerIds: FormerIds;

  constructor(
    ports: Pick<DispatcherPorts, "stores" | "runtime">,
    backoff: InstallationBackoff,
    formerIds: FormerIds,
  ) {
    this.#ports = ports;
    this.#backoff = backoff;
    this.#formerIds = formerIds;
  }

  async find(now: Millis): Promise<DueKeys> {
    const { inbox, orders, outbox } = this.#ports.stores;
    const [ordered, repositories, installations] = await Promise.all([
      orders.dueRepositories(now),
      inbox.dueRepositories(now, dueAtOnce),
      outbox.dueInstallations(now),
    ]);
    return {
      // Someone waits for an order, and only for seconds.
      repositories: [...new Set([...ordered, ...repositories].map((id) => this.#formerIds.presentOf(id)))],
      installations: installations.filter((id) => this.#backoff.until(id, now) === undefined),
    };
  }

  /** When the next work is due; `Infinity` if none waits. */
  async nextDueAt(): Promise<Millis> {
    const { inbox, orders, outbox } = this.#ports.stores;
    const now = this.#ports.runtime.clock.now();
    const times = await Promise.all([inbox.nextDueAt(), orders.nextDueAt(now), outbox.nextDueAt()]);
    return Math.min(...times.map((time) => time ?? Infinity));
  }
}
