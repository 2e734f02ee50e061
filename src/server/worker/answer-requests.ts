/** Answers the requests of other processes to the owner of an installation, during its tenure. */
import { messageOf } from "../../base/errors.ts";
import type { ProcessRuntime } from "../../dispatcher/dispatcher-ports.ts";
import type { Fence } from "../../dispatcher/ports/fence.ts";
import { requestHandlers } from "../cluster/request-handlers.ts";
import { createRequestRunner } from "../requests/request-runner.ts";
import type { BegunTenure, TenureParts } from "./begin-tenure.ts";

export interface RequestAnswers {
  /** Reads the pending requests and starts to carry them out. Call it at each wake-up. */
  readonly readRequests: () => void;
  /** Resolves when no request is being carried out. */
  readonly idle: () => Promise<void>;
  /** Settle once the requests that were started are answered. */
  readonly underWay: () => readonly Promise<unknown>[];
}

interface Needs {
  readonly owner: Fence;
  readonly served: BegunTenure;
  readonly requests: TenureParts["requests"];
  readonly runtime: Pick<ProcessRuntime, "clock" | "logger">;
  readonly signal: AbortSignal;
}

export function answerRequests({ owner, served, requests, runtime, signal }: Needs): RequestAnswers {
  const { clock, logger } = runtime;
  const { sessions, processors } = served;
  const reading = new Set<Promise<void>>();
  const runner = createRequestRunner({
    owner: { installationId: owner.installationId, token: owner.token },
    requests,
    handlers: requestHandlers(served),
    clock,
    logger,
    signal,
  });

  /** Other processes store the agents' signs of life: load them before anything is decided. */
  async function read(): Promise<void> {
    await sessions.load();
    processors.dispatch.dispatcher.wake();
    await runner.serve();
  }

  return {
    readRequests: () => {
      const done = read()
        .catch((thrown: unknown) => {
          logger.warn({ error: messageOf(thrown) }, "could not read the requests of other processes", thrown);
        })
        .finally(() => reading.delete(done));
      reading.add(done);
    },
    idle: runner.idle,
    underWay: () => [...reading, runner.idle()],
  };
}
