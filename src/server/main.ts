/**
 * Starts the whole App: the bus first, then the webhook endpoint, so that no delivery is accepted without a
 * place to store it. Nothing is decided here, and listening does not wait for GitHub: deliveries are stored
 * from the first moment.
 */
import { type Millis, toIsoSeconds } from "../base/clock.ts";
import { UserError } from "../base/errors.ts";
import type { ProcessRuntime } from "../dispatcher/dispatcher-ports.ts";
import type { Board } from "../operations/ports.ts";
import type { FullRef } from "../protocol/references/ref.ts";
import type { Store } from "../store/store.ts";
import { clusterHealth } from "./cluster/cluster-health.ts";
import type { BusOptions } from "./composition/assembly.ts";
import { type Bus, startBus } from "./composition/bus.ts";
import { pagesOf, type WebhookSettings, webUrlOf } from "./composition/environment.ts";
import type { Opened } from "./composition/opening.ts";
import { packageVersion } from "./composition/package-version.ts";
import type { SiteSettings } from "./composition/site-environment.ts";
import { createControl } from "./http/control.ts";
import { closeServer, createHttpServer, listenForApp } from "./http/http-server.ts";
import { createProbes } from "./http/probes.ts";
import { createRoutes, type Health } from "./http/routes.ts";
import { createIngress, type Ingress } from "./ingress/ingress.ts";
import { logOutagesOf } from "./log/store-outages.ts";
import { forgetContact, writeContact } from "./maintenance/data-folder.ts";
import { openIndex } from "./maintenance/open-index.ts";
import { loadMetrics } from "./metrics/load-metrics.ts";
import { observeAll } from "./metrics/observe-all.ts";
import { createQuotaWatch } from "./metrics/quota-watch.ts";
import { statusOf } from "./metrics/server-status.ts";
import { commandLinkMs, createEntryLinks } from "./site/entry/entry-links.ts";
import { type OwnAddresses, ownAddresses } from "./site/guard/own-addresses.ts";
import { createSiteListener } from "./site/listener.ts";
import { sessionKeysIn } from "./site/session/session-key.ts";
import { callbackPath } from "./site/sign-in/paths.ts";
import { createOwnersTokens, type TokensDesk } from "./site/tokens/owners-tokens.ts";
import { createTokens } from "./site/tokens/tokens.ts";

/** Options of a process that receives webhooks and serves the site. Workers may process what it stores. */
export interface HttpServerOptions extends Pick<BusOptions, "home" | "databaseUrl" | "pacing"> {
  readonly github: WebhookSettings;
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  readonly site?: SiteSettings;
  /** Lets its holder read /metrics; without one, /metrics is closed. */
  readonly metricsToken?: string | undefined;
  /** How long /readyz says that it stops before it does, so that a load balancer sends nothing more; 0 if absent. */
  readonly noticeMs?: Millis;
}

export type ServerOptions = HttpServerOptions & BusOptions;

export interface RunningServer {
  /** For example `http://127.0.0.1:4000`. */
  readonly url: string;
  readonly board: Board;
  /**
   * A link that lets a browser in as the owner of the data folder, once.
   * @param lifetimeMs undefined for one that works until it was used
   * @throws UserError if no browser can reach the server
   */
  readonly entryLink: (to: string, lifetimeMs?: Millis) => string;
  /** Where GitHub may send browsers back to that have signed in. */
  readonly callbackUrls: readonly string[];
  readonly health: () => Promise<Health>;
  /** Resolves when /health returns 200; rejects with a UserError if waiting cannot help. */
  readonly whenReady: Promise<void>;
  /** Resolves when nothing is under way and nothing is due. */
  readonly idle: () => Promise<void>;
  /**
   * Refreshes an issue and what changed around it. Resolves to whether the index is now up to date with
   * GitHub.
   */
  readonly refreshIssue: (ref: FullRef) => Promise<boolean>;
  /** Completes requests and work in progress, and leaves the rest on disk. */
  readonly close: () => Promise<void>;
}

const requestGraceMs = 2_000;

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
  const createBus: Backend["createBus"] = (runtime, store) => startBus(options, runtime, store);
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

interface Backend {
  readonly opened: Opened | undefined;
  /** @throws UserError if it cannot start */
  readonly createBus: (runtime: ProcessRuntime, store: Store) => Bus;
}

/** Starts the HTTP server with the bus that `createBus` returns: of a server that does everything, or of a web process. */
export async function startHttpServer(
  options: HttpServerOptions,
  given: ProcessRuntime,
  { opened, createBus }: Backend,
): Promise<RunningServer> {
  const figures = options.metricsToken === undefined ? undefined : await loadMetrics(options.metricsToken);
  const quotas = createQuotaWatch(given.clock);
  const observer = observeAll([quotas, ...(figures === undefined ? [] : [figures.metrics.observer])]);
  const runtime = { ...given, observer };
  const startedAt = given.clock.now();
  let rebuiltAt: Millis | undefined;
  const store = opened?.store ?? (await openIndex(options, runtime));
  const bus = await startedBus(() => createBus(runtime, store), opened?.server);
  const stopping = new AbortController();
  let accessEpoch = 0;
  const endSessionsOf = async (nodeId: string): Promise<void> => {
    try {
      await bus.store.grants.endOf(nodeId);
    } catch (thrown) {
      runtime.logger.error({ nodeId }, "could not end the sessions of a person", thrown);
    }
  };
  /** Their lists may be out of date; the commands that have them get new ones. */
  const endLogins = async (): Promise<void> => {
    try {
      await bus.store.apiTokens.endKind("login");
    } catch (thrown) {
      runtime.logger.error({}, "could not end tokens that may show too much", thrown);
    }
  };
  const ingress = createIngress(options.github, {
    ...runtime,
    inbox: bus.store.inbox,
    note: bus.note,
    admitted: bus.wake,
    turnedAway: bus.suspectLoss,
    accessChanged: (news) => {
      accessEpoch += 1;
      if (news.type === "revoked") void endSessionsOf(news.nodeId);
      else void endLogins();
    },
  });
  let addresses: OwnAddresses | undefined;
  const links = createEntryLinks(runtime.clock);
  const entryLink = (to: string, lifetimeMs?: Millis): string => {
    if (addresses?.preferred === undefined) throw new UserError(noAddress);
    return `${addresses.preferred}${links.create(to, lifetimeMs)}`;
  };
  const sessionKey = options.site?.sessionKey;
  const tokensDesk: TokensDesk = (wish) => {
    const { audience } = sessionKeysIn(options.home, sessionKey);
    const tokens = createTokens({ store: bus.store.apiTokens, audience, clock: runtime.clock });
    return createOwnersTokens(tokens, bus.store.board)(wish);
  };
  const control = createControl({
    ...bus,
    rebuild: async () => {
      const rebuilt = await bus.rebuild();
      rebuiltAt = runtime.clock.now();
      return rebuilt;
    },
    tokensDesk,
    noteMarks: bus.store.noteMarks,
    entryLink: (to) => entryLink(to, commandLinkMs),
    logger: runtime.logger,
  });
  const site = createSiteListener({
    addresses: () => addresses,
    load: async (own) => {
      const { createSite } = await import("./site/site.ts");
      return createSite({
        ...{ addresses: own, links, home: options.home, clock: runtime.clock, logger: runtime.logger },
        ...{
          board: bus.store.board,
          grants: bus.store.grants,
          refreshIssue: bus.refreshIssue,
          random: runtime.random,
        },
        ...{ apiTokens: bus.store.apiTokens, roleOf: bus.roleOf },
        orders: { ...bus, board: bus.store.board, noteMarks: bus.store.noteMarks, clock: runtime.clock },
        ...{ client: options.github.client, baseUrl: options.github.baseUrl, pacing: options.pacing },
        ...{ webUrl: webUrlOf(options.github.baseUrl), accessEpoch: () => accessEpoch },
        ...{ closing: stopping.signal, version: packageVersion() },
        operated: figures?.metrics.operated,
        status: () => statusOf({ bus, health, quotas, startedAt, rebuiltAt }),
        isReady: () => bus.missing().length === 0 && bus.store.faults().length === 0,
        sessionKey,
        githubPages: pagesOf(options.github.baseUrl),
      });
    },
    onFailure: (thrown) => runtime.logger.error({}, "the pages cannot be shown", thrown),
  });
  let closing: Promise<void> | undefined;
  let isStopping = false;
  const close = async (): Promise<void> => {
    isStopping = true;
    await runtime.clock.sleep(options.noticeMs ?? 0);
    forgetContact(options.home);
    stopping.abort();
    await closeServer(server, requestGraceMs);
    await bus.close();
  };
  const health = (): Promise<Health> => healthOf(bus, ingress);
  const metrics = figures?.routeFor({
    snapshot: async () => ({
      health: await health(),
      workload: await bus.store.workload(runtime.clock.now()),
      ...(bus.backlog === undefined ? {} : { cluster: await bus.backlog() }),
    }),
    logger: runtime.logger,
  });
  const received = figures?.metrics.received;
  const probes = createProbes(() => [
    ...(isStopping ? ["stopping"] : []),
    ...bus.store.faults().map(({ part }) => part),
  ]);
  const failing = (): Health["failing"] => failingOf(bus);
  const routes = createRoutes({ ingress, control, health, failing, probes, site, metrics, received });
  const server =
    opened?.server?.removeAllListeners("request").on("request", routes) ?? createHttpServer(routes);
  try {
    const { port } = await listenForApp(server, options.host, options.port);
    const url = urlOf(options.host, port);
    addresses = ownAddresses({ host: options.host, port, publicUrl: options.site?.publicUrl });
    writeContact(options.home, { url, token: control.token });
    return {
      url,
      board: bus.store.board,
      entryLink,
      callbackUrls: addresses.all.map((origin) => `${origin}${callbackPath}`),
      health,
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

const noAddress =
  "No browser can reach the pages: the server listens on an address other than loopback, and PUBLIC_URL is not set. Set PUBLIC_URL to the address that browsers use, for example https://box.example.com, and restart.";

async function healthOf(bus: Bus, ingress: Ingress): Promise<Health> {
  const { store, missing, paused, claimsPaused, passive, unhealthy } = bus;
  const [{ pending, dead }, effects, starts] = await Promise.all([
    store.inbox.counts(),
    store.outbox.counts(),
    store.board.openStarts(),
  ]);
  const working = starts.filter(({ isTaken }) => isTaken).length;
  const failing = failingOf({ store });
  return {
    status: failing.length > 0 ? "failing" : missing().length === 0 ? "ready" : "starting",
    missing: missing(),
    failing,
    deliveries: { pending, dead },
    effects: { pending: effects.pending + effects.sending, held: effects.held, refused: effects.refused },
    unhealthy: unhealthy().length,
    paused: paused(),
    claimsPaused: claimsPaused(),
    starts: { offered: starts.length - working, working },
    passive: passive(),
    ingress: ingress.counts(),
    ...(bus.cluster === undefined ? {} : { cluster: clusterHealth(bus.cluster()) }),
  };
}

function failingOf({ store }: Pick<Bus, "store">): Health["failing"] {
  return store.faults().map(({ part, error, since }) => ({ part, error, since: toIsoSeconds(since) }));
}

/** An address that reaches us: loopback if the host means every address. */
function urlOf(host: string, port: number): string {
  const reached = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  return `http://${reached.includes(":") ? `[${reached}]` : reached}:${port}`;
}
