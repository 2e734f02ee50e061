/**
 * Brings one repository up to date: takes what is due, reads the current state, decides, commits once. A delivery
 * is processed by that commit and nothing else; after a failure it is requeued.
 */
import type { RepositoryId } from "../../engine/model/fact.ts";
import type { DispatcherPorts } from "../dispatcher-ports.ts";
import type { Activity } from "../repository/activity.ts";
import { Flood } from "./flood.ts";
import type { PageReader } from "./reading/page-reader.ts";
import type { ReconcilePass } from "./reconcile-pass.ts";
import type { Recovery } from "./recovery.ts";
import type { WorkBatch } from "./work-batch.ts";
import type { TakenWork, WorkQueue } from "./work-queue.ts";

export interface ReconcilerParts {
  readonly queue: Pick<WorkQueue, "take">;
  readonly pass: Pick<ReconcilePass, "run">;
  readonly pageReader: Pick<PageReader, "readPage">;
  readonly recovery: Pick<Recovery, "requeueIfWaiting" | "noteSuccess" | "requeueFailed">;
  readonly activity: Pick<Activity, "heard">;
}

export class Reconciler {
  readonly #ports: Pick<DispatcherPorts, "stores" | "runtime" | "serving">;
  readonly #parts: ReconcilerParts;
  readonly #flood: Flood;

  constructor(ports: Pick<DispatcherPorts, "stores" | "runtime" | "serving">, parts: ReconcilerParts) {
    this.#ports = ports;
    this.#parts = parts;
    this.#flood = new Flood(ports.runtime.clock);
  }

  /**
   * Whether a pass over the repository waits for its turn, as its issues are still being adopted: it brings hundreds of
   * issues that nobody waits for, and many such passes at once would delay what people wait for.
   */
  waitsForTurn(repositoryId: RepositoryId): boolean {
    return this.#ports.serving !== undefined && this.#ports.stores.index.toAdopt(repositoryId) > 0;
  }

  /** Processes what is due for one repository (`""`: deliveries without one). Rejects only if the store fails. */
  reconcile(repositoryId: RepositoryId): Promise<void> {
    const { serving } = this.#ports;
    if (serving === undefined || !this.waitsForTurn(repositoryId)) return this.#reconcileNow(repositoryId);
    return serving.adoptInTurn(() => this.#reconcileNow(repositoryId));
  }

  async #reconcileNow(repositoryId: RepositoryId): Promise<void> {
    const { queue, recovery } = this.#parts;
    await this.#flood.rest(repositoryId);
    const work = await queue.take(repositoryId);
    if (work === undefined) return;
    this.#noteActivity(work);
    if (await recovery.requeueIfWaiting(work)) return;
    await this.#processOrRequeue(work);
  }

  #noteActivity({ batch, installationId }: TakenWork): void {
    if (batch.deliveries.length > 0 && installationId !== undefined)
      this.#parts.activity.heard(installationId);
  }

  async #processOrRequeue(work: TakenWork): Promise<void> {
    const { pageReader, recovery } = this.#parts;
    const { batch, at } = work;
    let left = batch;
    try {
      await this.#runPass({ ...batch, page: undefined }, work);
      left = { ...batch, deliveries: [], refreshes: [], orders: [] };
      if (left.page !== undefined) await pageReader.readPage(left, left.page);
      recovery.noteSuccess(batch.repositoryId);
      this.#flood.notePass(batch.repositoryId, batch.deliveries.length, at);
    } catch (thrown) {
      await recovery.requeueFailed(work, left, thrown);
    }
  }

  /** Failed passes count for the observer, too: they take as long. */
  async #runPass(batch: WorkBatch, { reading }: TakenWork): Promise<void> {
    const { clock, observer } = this.#ports.runtime;
    if (observer === undefined) return this.#parts.pass.run(batch, reading);
    const begun = clock.now();
    try {
      await this.#parts.pass.run(batch, reading);
    } finally {
      observer.passed(clock.now() - begun);
    }
  }
}
