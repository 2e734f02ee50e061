/**
 * Chooses tasks for agents that ask for the next one: for each the best that is ready, that it may have, and
 * that no other order of the pass is about. So agents that ask together get different tasks from one read.
 */

import type { Holder } from "../../engine/leases/holder.ts";
import { type Asked, whyNotHold } from "../../engine/leases/may-hold.ts";
import { faultOf } from "../../engine/leases/refusal.ts";
import { filesInUse } from "../../engine/locks/files-in-use.ts";
import { filesOf } from "../../engine/locks/task-files.ts";
import type { NodeId, RepositoryId } from "../../engine/model/fact.ts";
import type { IssueRecord, TaskLocks } from "../../engine/model/snapshot.ts";
import { viewOf } from "../../engine/model/view.ts";
import { agentNamed } from "../../protocol/settings/agents/roster.ts";
import type { Settings } from "../../protocol/settings/config.ts";
import type { QueuedOrder } from "../ports/agents/orders.ts";
import type { Index } from "../ports/issue-index.ts";
import type { SettingsOf } from "../ports/settings.ts";

/** The number of the task chosen for an order, by the order's id; none for which nothing is ready. */
export type ChooseTasks = (
  repositoryId: RepositoryId,
  wanting: readonly QueuedOrder[],
  taken: readonly QueuedOrder[],
) => Promise<ReadonlyMap<string, number>>;

/** How many tasks are read at a time, at least: the first of them are mostly fit. */
const portion = 50;

export function createTaskChooser({
  index,
  settingsOf,
  botId,
}: {
  readonly index: Pick<Index, "readyTasks" | "around" | "taskLocks">;
  readonly settingsOf: SettingsOf;
  readonly botId: NodeId;
}): ChooseTasks {
  return async (repositoryId, wanting, taken) => {
    const context = { settings: settingsOf(repositoryId), botId };
    const limit = 2 * taken.length + portion;
    const lists = new Map<string, ReadyList>();
    const used = new Set(taken.flatMap(({ issue }) => issue ?? []));
    const chosen = new Map<string, number>();
    let locks = await index.taskLocks(repositoryId);
    for (const { id, agent, track, space, tried } of wanting) {
      const holder = holderFor(agent, context.settings);
      if (holder === undefined) continue;
      const within = JSON.stringify([track, space]);
      const list =
        lists.get(within) ?? createReadyList({ index, context, repositoryId, track, space, limit });
      lists.set(within, list);
      const found = await list.first(
        (record) =>
          !used.has(record.seen.number) &&
          !tried.includes(record.seen.number) &&
          filesInUse({ records: new Map(), locks }, record, holder, { ...context, now: 0 }).length === 0,
        holder,
      );
      if (found === undefined) continue;
      used.add(found.seen.number);
      chosen.set(id, found.seen.number);
      locks = [...locks, lockedFor(found, holder, context.settings)];
    }
    return chosen;
  };
}

/** As if the holder had it already: the next agent must not be sent to wait for its files. */
function lockedFor(record: IssueRecord, holder: Holder, settings: Settings): TaskLocks {
  const request = { globs: [...filesOf(record, settings)], askedAt: 0, since: 0 };
  return { id: record.seen.id, number: record.seen.number, holder, requests: [request] };
}

interface ReadyList {
  /** The first task that is eligible and that the holder may have; undefined for none in the list. */
  readonly first: (
    isEligible: (record: IssueRecord) => boolean,
    holder: Holder,
  ) => Promise<IssueRecord | undefined>;
}

/**
 * The ready tasks of a track, or of a space, read only until there are enough: a list that begins with tasks of people, or
 * with tasks that no agent can do, must not hide the others.
 */
function createReadyList({
  index,
  context,
  repositoryId,
  track,
  space,
  limit,
}: {
  readonly index: Pick<Index, "readyTasks" | "around">;
  readonly context: Asked["context"];
  readonly repositoryId: RepositoryId;
  readonly track: string | undefined;
  readonly space: number | undefined;
  readonly limit: number;
}): ReadyList {
  const known: Asked[] = [];
  let offset = 0;
  let isRead = false;

  async function readOn(): Promise<void> {
    const ids = await index.readyTasks(repositoryId, track, { limit, offset, space });
    offset += ids.length;
    isRead = ids.length < limit;
    const view = viewOf(await index.around(ids));
    known.push(
      ...ids.flatMap((id) => {
        const record = view.records.get(id);
        return record === undefined ? [] : { view, record, context };
      }),
    );
    await new Promise((resolve) => setImmediate(resolve));
  }

  return {
    first: async (isEligible, holder) => {
      for (let at = 0; ; at++) {
        while (at >= known.length && !isRead) await readOn();
        const asked = known[at];
        if (asked === undefined) return undefined;
        if (isEligible(asked.record) && isWorthTrying(asked, holder)) return asked.record;
      }
    },
  };
}

function holderFor(agent: string, settings: Settings): Holder | undefined {
  const named = agentNamed(settings, agent);
  return named && { agent: named.name, account: named.account };
}

/** Also where every task would be refused: the decision then says why. */
function isWorthTrying(asked: Asked, holder: Holder): boolean {
  if (asked.record.persisted.lease !== undefined) return false;
  const refusal = whyNotHold(asked, holder);
  return refusal === undefined || faultOf(refusal) !== "task";
}
