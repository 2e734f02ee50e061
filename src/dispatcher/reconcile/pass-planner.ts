/** Works out what a pass has to read: translates its deliveries, and merges what they and its orders ask for. */
import type { DispatcherPorts } from "../dispatcher-ports.ts";
import { readOrderWords } from "../orders/order-words.ts";
import type { SettingsOf } from "../ports/settings.ts";
import type { RepositoryList } from "../repository/repository-list.ts";
import type { HoldBack } from "./hold-back.ts";
import {
  countWork,
  planReads,
  type ReadPlan,
  type TranslatedDeliveries,
  translateDeliveries,
  type WorkBatch,
} from "./work-batch.ts";
import type { WorkQueue } from "./work-queue.ts";

export interface PlannedPass {
  readonly batch: WorkBatch;
  readonly plan: ReadPlan;
}

export class PassPlanner {
  readonly #ports: DispatcherPorts;
  readonly #queue: WorkQueue;
  readonly #repositoryList: RepositoryList;
  readonly #settingsOf: SettingsOf;
  readonly #holdBack: HoldBack;

  constructor(
    ports: DispatcherPorts,
    queue: WorkQueue,
    repositoryList: RepositoryList,
    settingsOf: SettingsOf,
    holdBack: HoldBack,
  ) {
    this.#ports = ports;
    this.#queue = queue;
    this.#repositoryList = repositoryList;
    this.#settingsOf = settingsOf;
    this.#holdBack = holdBack;
  }

  /** Resolves to what to read for the work, or to undefined if none of it can be translated. */
  async plan(taken: WorkBatch): Promise<PlannedPass | undefined> {
    const { github, pace } = this.#ports;
    const all = await translateDeliveries(github, taken.deliveries, pace.issuesPerCycle);
    await this.#queue.putBackUnreadable(all.unreadable);
    const { going, putOff } = await this.#holdBack.split(taken.repositoryId, all.readable);
    if (putOff !== undefined) await this.#queue.putOff(putOff.deliveries, putOff.until);
    const translated = { ...all, readable: going };
    const batch = { ...taken, deliveries: translated.readable.map(({ delivery }) => delivery) };
    if (countWork(batch) === 0) return undefined;
    const plan = await this.#planWithCurrentRepositories(batch, translated);
    return { batch, plan: await this.#addOrderWords(plan, batch) };
  }

  async #planWithCurrentRepositories(batch: WorkBatch, translated: TranslatedDeliveries): Promise<ReadPlan> {
    const { index } = this.#ports.stores;
    const { clock } = this.#ports.runtime;
    const plan = await planReads(index, batch, translated, clock.now());
    if (!plan.installationChanged) return plan;
    await this.#repositoryList.refresh();
    return planReads(index, batch, translated, clock.now());
  }

  async #addOrderWords(plan: ReadPlan, { orders }: WorkBatch): Promise<ReadPlan> {
    const { repository } = plan;
    if (repository === undefined || orders.length === 0) return plan;
    const settings = this.#settingsOf(repository.id);
    const words = await readOrderWords(this.#ports.github.tracker, settings, repository, orders);
    return { ...plan, words };
  }
}
