/**
 * Starts the webhook endpoint and the site. The bus comes first, so that no delivery is accepted without a place to
 * store it; listening does not wait for GitHub, because deliveries are stored from the first moment.
 */
import type { ProcessRuntime } from "../../dispatcher/dispatcher-ports.ts";
import type { Store } from "../../store/store.ts";
import type { Bus } from "../composition/bus.ts";
import type { Opened } from "../composition/opening.ts";
import { closeServer, createHttpServer, listenForApp } from "../http/http-server.ts";
import { forgetContact, writeContact } from "../maintenance/data-folder.ts";
import { openIndex } from "../maintenance/open-index.ts";
import { createGitHubWatch } from "../metrics/github-watch.ts";
import { loadMetrics } from "../metrics/load-metrics.ts";
import { observeAll } from "../metrics/observe-all.ts";
import { createQuotaWatch } from "../metrics/quota-watch.ts";
import { callbackPath } from "../site/sign-in/paths.ts";
import { createEntrance } from "./entrance.ts";
import { ownRoutes } from "./own-routes.ts";
import type { HttpServerOptions, RunningServer } from "./running-server.ts";

export interface Backend {
  readonly opened: Opened | undefined;
  /** @throws UserError if it cannot start */
  readonly createBus: (runtime: ProcessRuntime, store: Store, pages: () => string | undefined) => Bus;
}

const requestGraceMs = 2_000;

/**
 * Resolves when the server listens.
 * @param backend whose bus is that of a server that does everything, or of a web process
 * @throws UserError if the port or the data folder is in use
 */
export async function startHttpServer(
  options: HttpServerOptions,
  given: ProcessRuntime,
  { opened, createBus }: Backend,
): Promise<RunningServer> {
  const figures = options.metricsToken === undefined ? undefined : await loadMetrics(options.metricsToken);
  const quotas = createQuotaWatch(given.clock);
  const githubWatch = createGitHubWatch(given.clock);
  const observer = observeAll([
    quotas,
    githubWatch,
    ...(figures === undefined ? [] : [figures.metrics.observer]),
  ]);
  const runtime = { ...given, observer };
  const startedAt = given.clock.now();
  const store = opened?.store ?? (await openIndex(options, runtime));
  let reachedAt: string | undefined;
  const bus = await startedBus(() => createBus(runtime, store, () => reachedAt), opened?.server);
  const entrance = createEntrance(runtime.clock, bus.store.grants);
  const stopping = new AbortController();
  let isStopping = false;
  const { routes, controlToken, health } = ownRoutes({
    options,
    runtime,
    bus,
    figures,
    quotas,
    githubWatch,
    entrance,
    startedAt,
    isStopping: () => isStopping,
    closing: stopping.signal,
  });
  const server =
    opened?.server?.removeAllListeners("request").on("request", routes) ?? createHttpServer(routes);
  const close = async (): Promise<void> => {
    isStopping = true;
    await runtime.clock.sleep(options.noticeMs ?? 0);
    forgetContact(options.home);
    stopping.abort();
    await closeServer(server, requestGraceMs);
    await bus.close();
  };
  let closing: Promise<void> | undefined;
  try {
    const { port } = await listenForApp(server, options.host, options.port);
    const url = urlOf(options.host, port);
    const addresses = entrance.listensAt({ host: options.host, port, publicUrl: options.site?.publicUrl });
    // Without the App's client nobody can sign in there.
    if (options.github.client !== undefined) reachedAt = addresses.preferred;
    writeContact(options.home, { url, token: controlToken });
    return {
      url,
      health,
      board: bus.store.board,
      entryLink: entrance.linkTo,
      callbackUrls: addresses.all.map((origin) => `${origin}${callbackPath}`),
      whenReady: bus.whenReady,
      idle: bus.idle,
      refreshIssue: bus.refreshIssue,
      close: () => {
        closing ??= close();
        return closing;
      },
    };
  } catch (thrown) {
    await closeServer(server, 0);
    await bus.close();
    throw thrown;
  }
}

/** What listens already must not keep a process alive that could not start. */
async function startedBus(start: () => Bus, listening: Opened["server"] | undefined): Promise<Bus> {
  try {
    return start();
  } catch (thrown) {
    if (listening !== undefined) await closeServer(listening, 0);
    throw thrown;
  }
}

/** An address that reaches us: loopback if the host means every address. */
function urlOf(host: string, port: number): string {
  const reached = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  return `http://${reached.includes(":") ? `[${reached}]` : reached}:${port}`;
}
