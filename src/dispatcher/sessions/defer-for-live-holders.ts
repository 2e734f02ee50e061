/**
 * Defers reading tasks whose holders were heard from on this machine: a living agent must not cost a read of its
 * task every time that its lease would have ended.
 */
import type { Millis } from "../../base/clock.ts";
import { localPatience } from "../../engine/leases/lapsing/signs.ts";
import type { RepositoryId } from "../../engine/model/fact.ts";
import type { Index } from "../ports/issue-index.ts";
import type { QueuedRefreshRequest } from "../ports/refresh-request.ts";
import type { SettingsOf } from "../ports/settings.ts";
import type { Tracker } from "../ports/tracker.ts";
import { nothingSettled } from "../repository/changes.ts";
import type { SignsOfLifeIn } from "./signs-of-life.ts";

/** Resolves to the requests that are still due. */
export type DeferForLiveHolders = (
  repositoryId: RepositoryId,
  due: readonly QueuedRefreshRequest[],
  now: Millis,
) => Promise<readonly QueuedRefreshRequest[]>;

interface Needs {
  readonly index: Pick<Index, "records" | "commit">;
  readonly settingsOf: SettingsOf;
  readonly signsOfLifeIn: SignsOfLifeIn;
  readonly tracker: Pick<Tracker, "aheadMs">;
}

export function createDeferForLiveHolders({
  index,
  settingsOf,
  signsOfLifeIn,
  tracker,
}: Needs): DeferForLiveHolders {
  return async (repositoryId, due, now) => {
    const about = due.filter(({ unlessHeard }) => unlessHeard === true);
    if (about.length === 0) return due;
    const records = await index.records(about.flatMap(({ target }) => ("id" in target ? target.id : [])));
    const settings = settingsOf(repositoryId);
    const signsOfLife = signsOfLifeIn(repositoryId);
    const dueAt = ({ target }: QueuedRefreshRequest): Millis | "never" => {
      const record = "id" in target ? records.get(target.id) : undefined;
      if (record === undefined) return now;
      const until = localPatience(record, signsOfLife, settings);
      return until === undefined ? "never" : until + tracker.aheadMs();
    };
    const later = about.flatMap((request) => {
      const at = dueAt(request);
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
  };
}
