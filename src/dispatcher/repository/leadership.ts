/**
 * Keeps us from writing where another installation leads. Works like a pause, except that it is reported and no one can end it. Who
 * leads follows from the index, so it is worked out when a trace of another bot appears, not before each
 * write.
 */
import type { NodeId, RepositoryId } from "../../engine/model/fact.ts";
import { type Leader, leaderOver, type Traces } from "../../engine/model/leading.ts";
import type { Index } from "../ports/issue-index.ts";
import type { SettingsOf } from "../ports/settings.ts";

export class Leadership {
  readonly #index: Pick<Index, "traces">;
  readonly #settingsOf: SettingsOf;
  readonly #botId: NodeId;
  readonly #known = new Map<RepositoryId, Traces>();

  constructor(index: Pick<Index, "traces">, settingsOf: SettingsOf, botId: NodeId) {
    this.#index = index;
    this.#settingsOf = settingsOf;
    this.#botId = botId;
  }

  /** The installation that leads instead of us; undefined where we lead. */
  leaderOf(repositoryId: RepositoryId): Leader | undefined {
    const traces = this.#known.get(repositoryId) ?? this.#index.traces(repositoryId);
    this.#known.set(repositoryId, traces);
    return leaderOver(traces, this.#settingsOf(repositoryId).leader, this.#botId);
  }

  /** Call it when the index has learned more about a repository. */
  reconsider(repositoryId: RepositoryId): void {
    this.#known.delete(repositoryId);
  }
}
