/**
 * Decides about everything that was read, and commits the result. The records are read again inside the mutex in
 * which the commit is made: a write receipt may have changed them since the facts were read.
 */

import { mayAskForPages } from "../../../engine/handovers/pages/asks-for-pages.ts";
import type { RepositoryId } from "../../../engine/model/fact.ts";
import type { IssueRecord } from "../../../engine/model/snapshot.ts";
import type { Mutex } from "../../mutex.ts";
import type { AwaitedOrders } from "../../orders/take.ts";
import { OrderEnded } from "../../ports/agents/orders.ts";
import type { Index, PassCommit } from "../../ports/issue-index.ts";
import type { LeaderReport } from "../../repository/report-leader.ts";
import type { OutcomeOf, PassWork } from "./outcome.ts";

export type Settle = (work: PassWork) => Promise<void>;

interface Needs {
  readonly index: Pick<Index, "commit">;
  readonly mutex: Mutex;
  readonly leader: Pick<LeaderReport, "commitAndRecheck">;
  readonly outcomeOf: OutcomeOf;
  readonly awaitedOrders: AwaitedOrders;
  /** Called after each commit about what the coordinator reads: questions, answers, skills. Returns immediately. */
  readonly questionsDecided: (repositoryId: RepositoryId) => void;
}

export function createSettler(needs: Needs): Settle {
  const { index, mutex, leader, outcomeOf, awaitedOrders, questionsDecided } = needs;

  async function decided(work: PassWork): Promise<PassCommit> {
    const outcome = await outcomeOf({ ...work, orders: await awaitedOrders(work.batch.orders) });
    try {
      await leader.commitAndRecheck(work.repository, outcome.records, () => index.commit(outcome));
      return outcome;
    } catch (thrown) {
      // It is not awaited any more, so the next try is without it.
      if (thrown instanceof OrderEnded) return decided(work);
      throw thrown;
    }
  }

  return async (work) => {
    const { records } = await mutex.run(() => decided(work));
    if (records.some(concernsCoordinator)) questionsDecided(work.repository.id);
  };
}

/** What it answers, and what names files that it reads. */
function concernsCoordinator(record: IssueRecord): boolean {
  const { reading } = record;
  if (reading.kind === "handover") return mayAskForPages(record);
  if (reading.kind !== "task") return reading.kind === "question" || reading.kind === "answer";
  return reading.message?.kind === "task" && reading.message.skill !== undefined;
}
