/** Starts a server that does everything: it receives webhooks, works off what they changed, and serves the site. */
import type { ProcessRuntime } from "../dispatcher/dispatcher-ports.ts";
import type { BusOptions } from "./composition/assembly.ts";
import { startBus } from "./composition/bus.ts";
import type { Opened } from "./composition/opening.ts";
import { logOutagesOf } from "./log/store-outages.ts";
import { openIndex } from "./maintenance/open-index.ts";
import type { HttpServerOptions, RunningServer } from "./serving/running-server.ts";
import { type Backend, startHttpServer } from "./serving/start-http-server.ts";

export type ServerOptions = HttpServerOptions & BusOptions;

/**
 * Resolves when the webhook endpoint listens.
 * @param opened the index, and what listens already; opened at once if absent
 * @throws UserError if the port or the data folder is in use
 */
export async function startServer(
  options: ServerOptions,
  given: ProcessRuntime,
  opened?: Opened,
): Promise<RunningServer> {
  const createBus: Backend["createBus"] = (runtime, store, pages) =>
    startBus({ ...options, pages }, runtime, store);
  if (options.databaseUrl === undefined) return startHttpServer(options, given, { opened, createBus });
  const store = opened?.store ?? (await openIndex(options, given));
  const outages = await logOutagesOf(store, given);
  const backend = { opened: { store, server: opened?.server }, createBus };
  const server = await startHttpServer(options, { ...given, logger: outages.logger }, backend);
  const close = (): Promise<void> => {
    outages.close();
    return server.close();
  };
  return { ...server, close };
}
