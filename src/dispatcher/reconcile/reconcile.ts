/**
 * Reconcile pass of one repository: take what is due, read the current state, decide, commit once. A delivery
 * is processed by that commit and nothing else; after a failure it is requeued.
 */
import type { RepositoryId } from "../../engine/model/fact.ts";
import type { Activity } from "../repository/activity.ts";
import type { Flood } from "./flood.ts";
import type { Pass } from "./pass.ts";
import type { ReadPage } from "./reading/read-page.ts";
import type { Recovery } from "./recovery.ts";
import type { TakeWork } from "./take-work.ts";

export interface Reconciler {
  /**
   * Processes what is due for one repository (`""`: deliveries without one). Rejects only if the store fails.
   */
  readonly run: (repositoryId: RepositoryId) => Promise<void>;
}

interface Needs {
  readonly take: TakeWork;
  readonly pass: Pass;
  readonly readPage: ReadPage;
  readonly recovery: Recovery;
  readonly activity: Pick<Activity, "heard">;
  readonly flood: Flood;
}

export function createReconciler({ take, pass, readPage, recovery, activity, flood }: Needs): Reconciler {
  return {
    run: async (repositoryId) => {
      await flood.rest(repositoryId);
      const taken = await take(repositoryId);
      if (taken === undefined) return;
      const { batch, installationId } = taken;
      if (batch.deliveries.length > 0 && installationId !== undefined) activity.heard(installationId);
      if (await recovery.putOff(taken)) return;
      let left = batch;
      try {
        await pass({ ...left, page: undefined }, taken.reading);
        left = { ...left, deliveries: [], refreshes: [], orders: [] };
        if (left.page !== undefined) await readPage(left, left.page);
        recovery.succeeded(repositoryId);
        flood.passed(repositoryId, batch.deliveries.length, taken.at);
      } catch (thrown) {
        await recovery.failed(taken, left, thrown);
      }
    },
  };
}
