/** A pass over deliveries, refresh requests and orders: plans the reads, reads, decides and commits. */
import type { RepositoryId, RepositorySeen } from "../../engine/model/fact.ts";
import type { DispatcherPorts } from "../dispatcher-ports.ts";
import type { Listings } from "../repository/listings.ts";
import type { RepositoryUpkeep } from "../repository/repository-upkeep.ts";
import type { Committer } from "./deciding/committer.ts";
import { buildKnownCommit, buildUnservedCommit } from "./deciding/without-reading.ts";
import type { PassPlanner } from "./pass-planner.ts";
import type { PassReader } from "./reading/pass-reader.ts";
import { bringsNothing, type ReadPlan, type WorkBatch } from "./work-batch.ts";
import type { PassReading } from "./work-queue.ts";

export interface ReconcilePassParts {
  readonly planner: PassPlanner;
  readonly upkeep: RepositoryUpkeep;
  readonly reader: PassReader;
  readonly committer: Committer;
  readonly listings: Listings;
}

export class ReconcilePass {
  readonly #ports: DispatcherPorts;
  readonly #parts: ReconcilePassParts;
  readonly #questionsDecided: (repositoryId: RepositoryId) => void;

  /**
   * @param questionsDecided called after the files of a repository changed, or its settings took effect; returns
   * immediately
   */
  constructor(
    ports: DispatcherPorts,
    parts: ReconcilePassParts,
    questionsDecided: (repositoryId: RepositoryId) => void,
  ) {
    this.#ports = ports;
    this.#parts = parts;
    this.#questionsDecided = questionsDecided;
  }

  async run(taken: WorkBatch, reading: PassReading): Promise<void> {
    const { planner, upkeep, reader, committer } = this.#parts;
    const planned = await planner.plan(taken);
    if (planned === undefined) return;
    const { batch, plan } = planned;
    const { repository } = plan;
    if (repository === undefined)
      return committer.commit(buildUnservedCommit(batch, plan, this.#ports.runtime.clock.now()));
    const settingsBefore = this.#settingsText(repository);
    if (this.#isKnownAlready(repository, plan)) return this.#commitKnown(repository, batch, plan);
    await upkeep.beforePass(repository, plan);
    const { gathered, cursor } = await reader.read(repository, plan, reading);
    await committer.decideAndCommit({ repository, batch, plan, gathered, cursor });
    await upkeep.afterPass(repository, plan, [...gathered.ids, ...gathered.decides]);
    if (plan.filesChanged || this.#settingsText(repository) !== settingsBefore)
      this.#questionsDecided(repository.id);
  }

  /** Whether the index shows everything that the batch is about, and nothing else is due. */
  #isKnownAlready({ id }: RepositorySeen, plan: ReadPlan): boolean {
    const isNew = this.#ports.stores.index.repository(id) === undefined;
    return !isNew && bringsNothing(plan) && !this.#parts.listings.isDue(id, false);
  }

  async #commitKnown(repository: RepositorySeen, batch: WorkBatch, plan: ReadPlan): Promise<void> {
    await this.#parts.committer.commit(buildKnownCommit(batch, plan));
    if (plan.hasPullNews) await this.#parts.upkeep.afterPass(repository, plan, []);
  }

  #settingsText({ id }: RepositorySeen): string | undefined {
    return this.#ports.stores.index.settings(id)?.text;
  }
}
