/**
 * Builds the dispatcher from its ports and starts nothing. Each constructor gets what it uses, and what has to
 * exist once in the process is made once.
 */
import type { RepositoryId } from "../../engine/model/fact.ts";
import { createDispatcher, type Dispatcher } from "../dispatch.ts";
import { createDueWork } from "../due-work.ts";
import type { DispatcherPorts } from "../ports/dispatcher-ports.ts";
import { createCycles } from "../reconcile/reconcile.ts";
import { createEvidenceReader } from "../repository/evidence.ts";
import { createPullTrust } from "../repository/whose-pulls.ts";
import type { Poller } from "../schedule/poll.ts";
import type { Rebuild } from "../schedule/rebuild.ts";
import type { Sweeper } from "../schedule/sweep.ts";
import { wireDeciding } from "./wire-deciding.ts";
import { wirePerformer } from "./wire-performer.ts";
import { type Repositories, wireRepositories } from "./wire-repositories.ts";
import { wirePoller, wireRebuild, wireSweeper } from "./wire-schedule.ts";

export interface Dispatching {
  readonly dispatcher: Dispatcher;
  readonly repositories: Repositories;
  readonly rebuild: Rebuild;
  /** @param wake called after each round, as there may be something to refresh */
  readonly sweeper: (wake: () => void) => Sweeper;
  /** @param wake called after each round */
  readonly poller: (wake: () => void) => Poller;
}

/** @param questionsDecided called after each commit about a repository's questions or answers; returns at once */
export function wireDispatcher(
  ports: DispatcherPorts,
  questionsDecided: (repositoryId: RepositoryId) => void,
): Dispatching {
  const repositories = wireRepositories(ports);
  const deciding = wireDeciding(ports, repositories);
  const { tracker, botId } = ports.github;
  const { clock, logger } = ports.runtime;
  const { settingsOf } = repositories;
  const reconciler = createCycles({
    ...{ ...ports.stores, ...ports.github, ...ports.runtime, ...repositories, ...deciding },
    ...{ pace: ports.pace, render: ports.render, keepsIndex: ports.keepsIndex, questionsDecided },
    readEvidence: createEvidenceReader({ tracker, settingsOf, botId, clock, logger }),
    withTrust: createPullTrust({ tracker, settingsOf, botId }),
    refreshRepositories: repositories.refresh,
    refreshSettings: repositories.settings.refresh,
  });
  const { inbox, outbox } = ports.stores;
  const dispatcher = createDispatcher({
    dueWork: createDueWork({ inbox, outbox, backoff: repositories.backoff }),
    reconciler,
    performer: wirePerformer(ports, repositories, deciding.mutex),
    ...{ pace: ports.pace, runtime: ports.runtime },
  });
  return {
    dispatcher,
    repositories,
    rebuild: wireRebuild(ports, repositories, deciding),
    sweeper: (wake) => wireSweeper(ports, repositories, wake),
    poller: (wake) => wirePoller(ports, repositories, wake),
  };
}
