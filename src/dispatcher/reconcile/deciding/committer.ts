/**
 * Decides about everything that was read, and commits the result. The records are read again inside the mutex in
 * which the commit is made: a write receipt may have changed them since the facts were read.
 */

import { mayAskForPages } from "../../../engine/handovers/pages/asks-for-pages.ts";
import type { RepositoryId } from "../../../engine/model/fact.ts";
import type { IssueRecord } from "../../../engine/model/snapshot.ts";
import type { DispatcherPorts } from "../../dispatcher-ports.ts";
import type { Mutex } from "../../mutex.ts";
import type { OrderNotifier } from "../../orders/order-notifier.ts";
import type { AssignedOrder } from "../../orders/task-chooser.ts";
import { OrderEnded } from "../../ports/agents/orders.ts";
import type { PassCommit } from "../../ports/issue-index.ts";
import type { LeaderReport } from "../../repository/leader-report.ts";
import type { PassWork } from "./decided-pass.ts";
import type { Decider } from "./decider.ts";

export class Committer {
  readonly #ports: DispatcherPorts;
  readonly #mutex: Mutex;
  readonly #decider: Decider;
  readonly #leaderReport: LeaderReport;
  readonly #orderNotifier: OrderNotifier;
  readonly #questionsDecided: (repositoryId: RepositoryId) => void;

  /**
   * @param questionsDecided called after each commit about what the coordinator reads: questions, answers, skills;
   * returns immediately
   */
  constructor(
    ports: DispatcherPorts,
    mutex: Mutex,
    decider: Decider,
    leaderReport: LeaderReport,
    orderNotifier: OrderNotifier,
    questionsDecided: (repositoryId: RepositoryId) => void,
  ) {
    this.#ports = ports;
    this.#mutex = mutex;
    this.#decider = decider;
    this.#leaderReport = leaderReport;
    this.#orderNotifier = orderNotifier;
    this.#questionsDecided = questionsDecided;
  }

  async decideAndCommit(work: PassWork): Promise<void> {
    const { records } = await this.#mutex.run(() => this.#decideAndCommitAlone(work));
    if (records.some(concernsCoordinator)) this.#questionsDecided(work.repository.id);
  }

  /** Commits, and tells those who wait for the orders that the commit answers. */
  async commit(result: PassCommit): Promise<void> {
    await this.#ports.stores.index.commit(result);
    this.#orderNotifier.notify(result.orders ?? []);
  }

  async #decideAndCommitAlone(work: PassWork): Promise<PassCommit> {
    const orders = await this.#findAwaitedOrders(work.batch.orders);
    const result = await this.#decider.decide({ ...work, orders });
    try {
      await this.#leaderReport.commitAndRecheck(work.repository, result.records, () => this.commit(result));
      return result;
    } catch (thrown) {
      // It is not awaited any more, so the next try is without it.
      if (thrown instanceof OrderEnded) return this.#decideAndCommitAlone(work);
      throw thrown;
    }
  }

  /**
   * The orders whose senders are still waiting. Nothing may happen between its result and the commit: a sender that gave
   * up in the meantime was told that nothing was done.
   */
  async #findAwaitedOrders(taken: readonly AssignedOrder[]): Promise<readonly AssignedOrder[]> {
    if (taken.length === 0) return [];
    const ids = taken.map(({ order }) => order.id);
    const awaited = await this.#ports.stores.orders.awaited(ids, this.#ports.runtime.clock.now());
    return taken.filter(({ order }) => awaited.has(order.id));
  }
}

/** What it answers, and what names files that it reads. */
function concernsCoordinator(record: IssueRecord): boolean {
  const { reading } = record;
  if (reading.kind === "handover") return mayAskForPages(record);
  if (reading.kind !== "task") return reading.kind === "question" || reading.kind === "answer";
  return reading.message?.kind === "task" && reading.message.skill !== undefined;
}
