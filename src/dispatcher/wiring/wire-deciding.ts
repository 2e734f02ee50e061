/** Builds what passes and rebuilds share when they decide. */
import { createDecidingContext, type DecidingContext } from "../deciding-context.ts";
import type { DispatcherPorts } from "../dispatcher-ports.ts";
import { createMutex, type Mutex } from "../mutex.ts";
import { type AskRoles, createRoleReader } from "../repository/roles.ts";
import type { Repositories } from "./wire-repositories.ts";

export interface Deciding {
  readonly mutex: Mutex;
  readonly contextAt: DecidingContext;
  readonly askRoles: AskRoles;
}

export function wireDeciding(
  { github, runtime, pace, render, keepsIndex }: DispatcherPorts,
  { settingsOf }: Pick<Repositories, "settingsOf">,
): Deciding {
  const { tracker, botId } = github;
  return {
    mutex: createMutex(),
    contextAt: createDecidingContext({ settingsOf, botId, keepsIndex, render }),
    askRoles: createRoleReader({ tracker, pace, logger: runtime.logger, botId, settingsOf }),
  };
}
