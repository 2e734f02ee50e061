/**
 * Defers reading tasks whose holders were heard from on this machine: a living agent must not cost a read of its
 * task every time that its lease would have ended.
 */
import type { Millis } from "../../base/clock.ts";
import { localPatience } from "../../engine/leases/lapsing/signs.ts";
import type { RepositoryId } from "../../engine/model/fact.ts";
import type { DispatcherPorts } from "../dispatcher-ports.ts";
import type { QueuedRefreshRequest } from "../ports/refresh-request.ts";
import type { SettingsOf } from "../ports/settings.ts";
import { nothingSettled } from "../repository/changes.ts";
import type { Sessions } from "./sessions.ts";
import { readSignsOfLife } from "./signs-of-life.ts";

export class LiveHolders {
  readonly #ports: Pick<DispatcherPorts, "stores" | "github">;
  readonly #settingsOf: SettingsOf;
  readonly #sessions: Pick<Sessions, "of" | "since">;

  constructor(
    ports: Pick<DispatcherPorts, "stores" | "github">,
    settingsOf: SettingsOf,
    sessions: Pick<Sessions, "of" | "since">,
  ) {
    this.#ports = ports;
    this.#settingsOf = settingsOf;
    this.#sessions = sessions;
  }

  /** Resolves to the requests that are still due. */
  async deferRefreshes(
    repositoryId: RepositoryId,
    due: readonly QueuedRefreshRequest[],
    now: Millis,
  ): Promise<readonly QueuedRefreshRequest[]> {
    const about = due.filter(({ unlessHeard }) => unlessHeard === true);
    if (about.length === 0) return due;
    const { index } = this.#ports.stores;
    const { tracker } = this.#ports.github;
    const records = await index.records(about.flatMap(({ target }) => ("id" in target ? target.id : [])));
    const settings = this.#settingsOf(repositoryId);
    const signsOfLife = readSignsOfLife(this.#sessions, tracker, repositoryId);
    const computeDueAt = ({ target }: QueuedRefreshRequest): Millis | "never" => {
      const record = "id" in target ? records.get(target.id) : undefined;
      if (record === undefined) return now;
      const until = localPatience(record, signsOfLife, settings);
      return until === undefined ? "never" : until + tracker.aheadMs();
    };
    const later = about.flatMap((request) => {
      const at = computeDueAt(request);
      return at === "never" || at > now ? { request, at } : [];
    });
    if (later.length === 0) return due;
    await index.commit({
      ...nothingSettled,
      refreshed: later.map(({ request }) => request.id),
      refreshes: later.flatMap(({ request: { id: _, ...request }, at }) =>
        at === "never" ? [] : { ...request, dueAt: at },
      ),
    });
    const gone = new Set(later.map(({ request }) => request.id));
    return due.filter(({ id }) => !gone.has(id));
  }
}
