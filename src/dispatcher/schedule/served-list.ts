/** Asks GitHub which repositories we serve, and knows when to ask again. */
import type { Clock, Millis } from "../../base/clock.ts";
import type { InstallationId } from "../../engine/model/fact.ts";
import type { FailureHandler } from "../failure/failure-handler.ts";
import type { Pace } from "../pace.ts";
import type { Index } from "../ports/issue-index.ts";
import type { RepositoryList } from "../repository/repository-list.ts";

export interface ServedListOptions {
  readonly index: Pick<Index, "repositories">;
  readonly repositoryList: Pick<RepositoryList, "refresh">;
  readonly failures: Pick<FailureHandler, "attempt">;
  readonly clock: Clock;
  readonly pace: Pick<Pace, "listEveryMs" | "sweepEveryMs">;
  /** When to list them first; at once if absent. */
  readonly firstAt?: Millis | undefined;
}

export class ServedList {
  readonly #options: ServedListOptions;
  #dueAt: Millis;

  constructor(options: ServedListOptions) {
    this.#options = options;
    this.#dueAt = options.firstAt ?? Number.NEGATIVE_INFINITY;
  }

  /** Rejects if GitHub cannot say which repositories are ours. */
  async refresh(): Promise<void> {
    const { repositoryList, clock, pace } = this.#options;
    const now = clock.now();
    this.#dueAt = now + pace.sweepEveryMs;
    await repositoryList.refresh();
    this.#dueAt = now + pace.listEveryMs;
  }

  /** The same, and never rejects. */
  async tryRefresh(): Promise<void> {
    await this.#options.failures.attempt("list repositories", undefined, () => this.refresh());
  }

  /** Whether they are to be listed without a sign that they changed; sooner again after a failure. */
  get isDue(): boolean {
    return this.#options.clock.now() >= this.#dueAt;
  }

  get dueAt(): Millis {
    return this.#dueAt;
  }

  /** Those whose repositories we serve. */
  listInstallations(): readonly InstallationId[] {
    const repositories = this.#options.index.repositories();
    return [...new Set(repositories.map(({ installationId }) => installationId))];
  }
}
