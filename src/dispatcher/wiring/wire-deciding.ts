/** Builds what passes and rebuilds share when they decide. */
import { createDecidingContext, type DecidingContext } from "../deciding-context.ts";
import type { DispatcherPorts } from "../dispatcher-ports.ts";
import { createMutex, type Mutex } from "../mutex.ts";
import { type AskRoles, createActorRoles, createRoleReader } from "../repository/roles.ts";
import type { Repositories } from "./wire-repositories.ts";

export interface DecisionTools {
  readonly mutex: Mutex;
  readonly contextAt: DecidingContext;
  readonly askRoles: AskRoles;
  readonly askActorRoles: AskRoles;
}

export function wireDeciding(
  { github, runtime, pace, render, keepsIndex }: DispatcherPorts,
  { settingsOf }: Pick<Repositories, "settingsOf">,
): DecisionTools {
  const { tracker, botId } = github;
  const askActorRoles = createActorRoles({ tracker, clock: runtime.clock, pace, botId, settingsOf });
  return {
    mutex: createMutex(),
    contextAt: createDecidingContext({ settingsOf, botId, keepsIndex, render }),
    askRoles: createRoleReader({ askActorRoles, tracker, logger: runtime.logger }),
    askActorRoles,
  };
}
