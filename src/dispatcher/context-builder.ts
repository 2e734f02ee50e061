/** The inputs of decisions other than the issues. */
import type { Millis } from "../base/clock.ts";
import type { RepositoryId } from "../engine/model/fact.ts";
import type { Context } from "../engine/model/rule.ts";
import type { DispatcherPorts } from "./dispatcher-ports.ts";
import type { SettingsOf } from "./ports/settings.ts";
import type { DeliveryWatch } from "./schedule/delivery-watch.ts";
import type { Pauses } from "./schedule/pauses.ts";
import type { Sessions } from "./sessions/sessions.ts";
import { readSignsOfLife } from "./sessions/signs-of-life.ts";

export class ContextBuilder {
  readonly #ports: DispatcherPorts;
  readonly #settingsOf: SettingsOf;
  readonly #pauses: Pick<Pauses, "leaderOf" | "claimsPause" | "wishedPause">;

  constructor(
    ports: DispatcherPorts,
    settingsOf: SettingsOf,
    pauses: Pick<Pauses, "leaderOf" | "claimsPause" | "wishedPause">,
  ) {
    this.#ports = ports;
    this.#settingsOf = settingsOf;
    this.#pauses = pauses;
  }

  /**
   * What a rebuild knows, too: it gives no task to an agent that a pass would not give one.
   * @param now the time that deadlines are compared with, by GitHub's clock
   */
  build(repositoryId: RepositoryId, now: Millis): Context {
    const { github, keepsIndex, render, pages } = this.#ports;
    return {
      now,
      settings: this.#settingsOf(repositoryId),
      settingsIn: this.#settingsOf,
      botId: github.botId,
      keepsIndex,
      render,
      pages: pages?.(),
      isPassive: this.#pauses.leaderOf(repositoryId) !== undefined,
      claimsPaused: this.#pauses.claimsPause(repositoryId),
      pauseIn: (id) => this.#pauses.wishedPause(id),
    };
  }

  /** Adds what only a process that hears from GitHub and from agents knows. */
  buildForPass(
    repositoryId: RepositoryId,
    now: Millis,
    deliveryWatch: DeliveryWatch,
    sessions: Pick<Sessions, "of" | "since">,
  ): Context {
    return {
      ...this.build(repositoryId, now),
      listeningSince: deliveryWatch.since(repositoryId),
      signsOfLife: readSignsOfLife(sessions, this.#ports.github.tracker, repositoryId),
    };
  }
}
