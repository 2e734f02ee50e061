/**
 * Opens the index when the server starts. PostgreSQL may start later than the server, or be unavailable for a while: then the
 * server listens meanwhile, and goes on by itself.
 */
import type { Server } from "node:http";
import { toIsoSeconds } from "../../base/clock.ts";
import { jittered } from "../../base/jitter.ts";
import type { ProcessRuntime } from "../../dispatcher/dispatcher-ports.ts";
import { DatabaseUnavailable } from "../../store/shape/database-unavailable.ts";
import type { Store } from "../../store/store.ts";
import { closeServer, createHttpServer, listenForApp } from "../http/http-server.ts";
import { createWaitingRoom } from "../http/waiting-room.ts";
import { type IndexPlace, openIndex } from "../maintenance/open-index.ts";

export interface Opened {
  readonly store: Store;
  /** It listens already, if the server had to wait. */
  readonly server: Server | undefined;
}

export interface Place extends IndexPlace {
  readonly host: string;
  readonly port: number;
}

const firstWaitMs = 250;
const maxWaitMs = 5_000;

/**
 * @returns undefined if `signal` was aborted first
 * @throws UserError if waiting cannot help
 */
export async function openPatiently(
  place: Place,
  runtime: ProcessRuntime,
  signal: AbortSignal,
): Promise<Opened | undefined> {
  const found = await onceUp(place, runtime, signal, () => openIndex(place, runtime));
  return found && { store: found.opened, server: found.server };
}

/**
 * Opens what is in PostgreSQL as soon as that can be reached.
 * @returns undefined if `signal` was aborted first
 * @throws UserError if waiting cannot help
 */
export async function onceUp<T>(
  place: Pick<Place, "host" | "port">,
  runtime: ProcessRuntime,
  signal: AbortSignal,
  open: () => Promise<T>,
): Promise<{ readonly opened: T; readonly server: Server | undefined } | undefined> {
  const { clock, random, logger } = runtime;
  const since = toIsoSeconds(clock.now());
  let server: Server | undefined;
  try {
    for (let waitMs = firstWaitMs; !signal.aborted; waitMs = Math.min(waitMs * 2, maxWaitMs)) {
      try {
        const up = { opened: await open(), server };
        server = undefined;
        return up;
      } catch (thrown) {
        if (!(thrown instanceof DatabaseUnavailable)) throw thrown;
        logger.warn({ error: thrown.message }, "The index cannot be opened yet; retrying.");
      }
      server ??= await waitingAt(place, since);
      await clock.sleep(jittered(waitMs, random), signal);
    }
    return undefined;
  } finally {
    if (server !== undefined) await closeServer(server, 0);
  }
}

async function waitingAt({ host, port }: Pick<Place, "host" | "port">, since: string): Promise<Server> {
  const failing = [{ part: "index", error: "PostgreSQL unavailable", since }];
  const server = createHttpServer(createWaitingRoom(() => failing));
  await listenForApp(server, host, port);
  return server;
}
