/**
 * Starts GitHub, offline: one HTTP server over one SQLite file. A newcomer would look for a difference between a first
 * and a later start: only the first lays the seed; all else is read from the file.
 */
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import type { Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Clock, systemClock } from "../base/clock.ts";
import { Defect } from "../base/errors.ts";
import { type Logger, silentLogger } from "../base/logger.ts";
import { githubLimits, type HubCore, type Limits, type Site } from "./core.ts";
import { Faults } from "./faults/faults.ts";
import { Snapshots } from "./faults/snapshots.ts";
import { Rates } from "./http/rate.ts";
import type { Observation, Runtime } from "./http/runtime.ts";
import { createHubServer } from "./http/server.ts";
import { Router } from "./rest/route.ts";
import { allRoutes } from "./rest/routes/all.ts";
import { demoSeed, type HubSeed, plant } from "./seed.ts";
import { type App, allApps, appById, saveWebhook } from "./state/apps.ts";
import { installationsOfApp } from "./state/installations.ts";
import { State } from "./state/state.ts";
import { tokenOfUser } from "./state/tokens.ts";
import { userByLogin } from "./state/users.ts";
import { Dispatcher } from "./webhooks/dispatcher.ts";

export interface HubOptions {
  /** The folder that keeps all state, or `:memory:` for one that is gone after `close`. */
  readonly home: string;
  /** 0 for any free port. */
  readonly port: number;
  readonly host?: "127.0.0.1";
  readonly clock?: Clock;
  readonly log?: Logger;
  /** What a first start lays; `demoSeed` where left out. */
  readonly seed?: HubSeed;
  /** Also listens on this Unix socket. */
  readonly socketPath?: string;
  readonly limits?: Partial<Limits>;
}

export interface Hub {
  /** For example `http://127.0.0.1:4001`. */
  readonly url: string;
  readonly port: number;
  /** The App of the seed. */
  readonly app: {
    readonly id: number;
    readonly slug: string;
    /** PEM. */
    readonly privateKey: string;
    readonly webhookSecret: string;
    /** 0 once it was taken away. */
    readonly installationId: number;
  };
  /** @throws RangeError for somebody that the hub does not know */
  readonly tokenOf: (login: string) => string;
  readonly faults: Faults;
  /** Resolves when no delivery is pending or under way. */
  readonly idle: () => Promise<void>;
  /** Says where the seed's App listens; kept. */
  readonly setWebhookUrl: (url: string) => void;
  /** Tells of every REST and GraphQL answer and every delivery. @returns stops telling */
  readonly observe: (listener: (observation: Observation) => void) => () => void;
  readonly close: () => Promise<void>;
}

export async function startHub(options: HubOptions): Promise<Hub> {
  const folder = openHome(options.home);
  const state = State.open(join(folder.path, "hub.sqlite"));
  const clock = options.clock ?? systemClock;
  const log = options.log ?? silentLogger;
  const listeners = new Set<(observation: Observation) => void>();
  const observe = (observation: Observation): void => {
    for (const listener of listeners) listener(observation);
  };
  const snapshots = new Snapshots(state, clock);
  const faults = new Faults((rules) => snapshots.arm(rules.some((rule) => rule.effect.kind === "stale")));
  const dispatcher = new Dispatcher({
    state,
    clock,
    log,
    faults,
    onDelivery: ({ event, action, payload }) => {
      if (listeners.size > 0) observe({ kind: "delivery", event, action, payload: JSON.parse(payload) });
    },
  });
  const rates = new Rates();
  const router = new Router(allRoutes(rates));
  const limits = { ...githubLimits, ...options.limits };
  const webhookSite = { api: "", web: "" };
  const parts = { state, clock, log, limits, router, rates, faults, snapshots, dispatcher, observe };
  const runtime: Runtime = { ...parts, webhookSite };
  const server = createHubServer(runtime);
  const port = await listen(server, { port: options.port, host: options.host ?? "127.0.0.1" });
  const url = `http://127.0.0.1:${port}`;
  Object.assign(webhookSite, { api: url, web: url });
  const servers = [server];
  if (options.socketPath !== undefined) {
    rmSync(options.socketPath, { force: true });
    const socket = createHubServer(runtime);
    await listen(socket, { path: options.socketPath });
    servers.push(socket);
  }
  const app = seededApp(coreOf(runtime, webhookSite), options.seed ?? demoSeed);
  dispatcher.wake();
  return {
    url,
    port,
    app,
    tokenOf: (login) => tokenOf(state, login),
    faults,
    idle: () => dispatcher.idle(),
    setWebhookUrl: (target) => {
      state.transaction(() => saveWebhook(state, app.id, target, webhookSecretOf(state, app.id)));
    },
    observe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: async () => {
      await Promise.all(servers.map(stop));
      await dispatcher.close();
      snapshots.close();
      state.close();
      folder.release();
    },
  };
}

/** The seed's App, laid now where the state is new. */
function seededApp(core: HubCore, seed: HubSeed): Hub["app"] {
  const known = allApps(core.state)[0];
  const { app, installation } =
    known === undefined
      ? plant(core, seed)
      : { app: known, installation: installationsOfApp(core.state, known.id)[0] };
  const { id, slug, privateKey, webhookSecret } = app;
  return { id, slug, privateKey, webhookSecret, installationId: installation?.id ?? 0 };
}

function coreOf(runtime: Runtime, site: Site): HubCore {
  const { state, clock, log, limits, dispatcher } = runtime;
  return { state, clock, log, limits, site, webhookSite: site, wake: () => dispatcher.wake() };
}

function webhookSecretOf(state: State, appId: number): string {
  const app: App | undefined = appById(state, appId);
  if (app === undefined) throw new Defect(`App ${appId} is missing.`);
  return app.webhookSecret;
}

function tokenOf(state: State, login: string): string {
  const user = userByLogin(state, login);
  const token = user && tokenOfUser(state, user.id);
  if (token === undefined) throw new RangeError(`The hub has no token of ${login}.`);
  return token.token;
}

function openHome(home: string): { readonly path: string; readonly release: () => void } {
  if (home !== ":memory:") {
    mkdirSync(home, { recursive: true });
    return { path: home, release: () => {} };
  }
  const path = mkdtempSync(join(tmpdir(), "signalbox-hub-"));
  const remove = (): void => rmSync(path, { recursive: true, force: true });
  process.once("exit", remove);
  return {
    path,
    release: () => {
      process.off("exit", remove);
      remove();
    },
  };
}

async function listen(
  server: Server,
  where: { port: number; host: string } | { path: string },
): Promise<number> {
  server.listen(where);
  await once(server, "listening");
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

async function stop(server: Server): Promise<void> {
  const closed = once(server, "close");
  server.close();
  server.closeAllConnections();
  await closed;
}
