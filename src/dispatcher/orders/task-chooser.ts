/**
 * Chooses tasks for agents that ask for the next one: for each the best that is ready, that it may have, and
 * that no other order of the pass is about. So agents that ask together get different tasks from one read.
 */

import type { Holder } from "../../engine/leases/holder.ts";
import { type Asked, whyNotHold } from "../../engine/leases/may-hold.ts";
import { faultOf } from "../../engine/leases/refusal.ts";
import { filesInUse } from "../../engine/locks/files-in-use.ts";
import { filesOf } from "../../engine/locks/task-files.ts";
import type { RepositoryId } from "../../engine/model/fact.ts";
import type { IssueRecord, TaskLocks } from "../../engine/model/snapshot.ts";
import { viewOf } from "../../engine/model/view.ts";
import { agentNamed } from "../../protocol/settings/agents/roster.ts";
import type { Settings } from "../../protocol/settings/config.ts";
import type { DispatcherPorts } from "../dispatcher-ports.ts";
import type { QueuedOrder } from "../ports/agents/orders.ts";
import type { Index } from "../ports/issue-index.ts";
import type { SettingsOf } from "../ports/settings.ts";

export interface AssignedOrder {
  readonly order: QueuedOrder;
  /** The issue that it names or that was chosen for it; undefined if none is ready. */
  readonly issue: number | undefined;
}

/** How many tasks are read at a time, at least: the first of them are mostly fit. */
const portion = 50;

export class TaskChooser {
  readonly #ports: Pick<DispatcherPorts, "stores" | "github">;
  readonly #settingsOf: SettingsOf;

  constructor(ports: Pick<DispatcherPorts, "stores" | "github">, settingsOf: SettingsOf) {
    this.#ports = ports;
    this.#settingsOf = settingsOf;
  }

  /** The orders of one pass, each with the task that it is about. */
  async assign(
    repositoryId: RepositoryId,
    orders: readonly QueuedOrder[],
  ): Promise<readonly AssignedOrder[]> {
    const open = orders.filter(({ issue }) => issue === undefined);
    const chosen = open.length === 0 ? undefined : await this.#choose(repositoryId, open, orders);
    return orders.map((order) => ({ order, issue: order.issue ?? chosen?.get(order.id) }));
  }

  /** The number of the task chosen for an order, by the order's id; none for which nothing is ready. */
  async #choose(
    repositoryId: RepositoryId,
    open: readonly QueuedOrder[],
    all: readonly QueuedOrder[],
  ): Promise<ReadonlyMap<string, number>> {
    const { index } = this.#ports.stores;
    const context = { settings: this.#settingsOf(repositoryId), botId: this.#ports.github.botId };
    const limit = 2 * all.length + portion;
    const lists = new Map<string, ReadyList>();
    const used = new Set(all.flatMap(({ issue }) => issue ?? []));
    const chosen = new Map<string, number>();
    let locks = await index.taskLocks(repositoryId);
    for (const order of open) {
      const holder = findHolder(order.agent, context.settings);
      if (holder === undefined) continue;
      const isFree = (record: IssueRecord): boolean =>
        !used.has(record.seen.number) &&
        !order.tried.includes(record.seen.number) &&
        filesInUse({ records: new Map(), locks }, record, holder, { ...context, now: 0 }).length === 0;
      const { track, space } = order;
      const key = JSON.stringify([track, space]);
      const list = lists.get(key) ?? new ReadyList(index, context, { repositoryId, track, space, limit });
      lists.set(key, list);
      const found = await list.findFirst(isFree, holder);
      if (found === undefined) continue;
      used.add(found.seen.number);
      chosen.set(order.id, found.seen.number);
      locks = [...locks, assumeLocked(found, holder, context.settings)];
    }
    return chosen;
  }
}

/** As if the holder had it already: the next agent must not be sent to wait for its files. */
function assumeLocked(record: IssueRecord, holder: Holder, settings: Settings): TaskLocks {
  const request = { globs: [...filesOf(record, settings)], askedAt: 0, since: 0 };
  return { id: record.seen.id, number: record.seen.number, holder, requests: [request] };
}

/**
 * The ready tasks of a track, or of a space, read only until there are enough: a list that begins with tasks of people, or
 * with tasks that no agent can do, must not hide the others.
 */
class ReadyList {
  readonly #index: Pick<Index, "readyTasks" | "around">;
  readonly #context: Asked["context"];
  readonly #wanted: WantedTasks;
  readonly #known: Asked[] = [];
  #offset = 0;
  #isRead = false;

  constructor(index: Pick<Index, "readyTasks" | "around">, context: Asked["context"], wanted: WantedTasks) {
    this.#index = index;
    this.#context = context;
    this.#wanted = wanted;
  }

  /** The first task that is eligible and that the holder may have; undefined for none in the list. */
  async findFirst(
    isEligible: (record: IssueRecord) => boolean,
    holder: Holder,
  ): Promise<IssueRecord | undefined> {
    for (let at = 0; ; at++) {
      while (at >= this.#known.length && !this.#isRead) await this.#readMore();
      const asked = this.#known[at];
      if (asked === undefined) return undefined;
      if (isEligible(asked.record) && isWorthTrying(asked, holder)) return asked.record;
    }
  }

  async #readMore(): Promise<void> {
    const { repositoryId, track, space, limit } = this.#wanted;
    const ids = await this.#index.readyTasks(repositoryId, track, { limit, offset: this.#offset, space });
    this.#offset += ids.length;
    this.#isRead = ids.length < limit;
    const view = viewOf(await this.#index.around(ids));
    for (const id of ids) {
      const record = view.records.get(id);
      if (record !== undefined) this.#known.push({ view, record, context: this.#context });
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
}

interface WantedTasks {
  readonly repositoryId: RepositoryId;
  readonly track: string | undefined;
  readonly space: number | undefined;
  readonly limit: number;
}

function findHolder(agent: string, settings: Settings): Holder | undefined {
  const named = agentNamed(settings, agent);
  return named && { agent: named.name, account: named.account };
}

/** Also where every task would be refused: the decision then says why. */
function isWorthTrying(asked: Asked, holder: Holder): boolean {
  if (asked.record.persisted.lease !== undefined) return false;
  const refusal = whyNotHold(asked, holder);
  return refusal === undefined || faultOf(refusal) !== "task";
}
