/**
 * Starts an offline GitHub: one HTTP server over one SQLite file. Only the first start lays the seed; later
 * starts read everything from the file.
 */
import { type Clock, systemClock } from "../base/clock.ts";
import { type Logger, silentLogger } from "../base/logger.ts";
import { githubLimits, type HubCore, type HubLimits, type IdFormat, type Site } from "./core.ts";
import { Faults } from "./faults/faults.ts";
import { Snapshots } from "./faults/snapshots.ts";
import { prepareGraphql } from "./graphql/executor/execute.ts";
import { hubDatabaseIn, openHome } from "./home.ts";
import { listenOnPort, listenOnSocket, stop } from "./http/listen.ts";
import { Rates } from "./http/rate.ts";
import { coreOf, type Observation, type Runtime } from "./http/runtime.ts";
import { createHubServer } from "./http/server.ts";
import { setPermissions } from "./ops/access/installations.ts";
import type { Release } from "./release.ts";
import { Router } from "./rest/route.ts";
import { allRoutes } from "./rest/routes/all.ts";
import { applySeed, demoSeed, type HubSeed } from "./seed.ts";
import { allApps, saveWebhook } from "./state/accounts/apps.ts";
import { installationsOfApp } from "./state/accounts/installations.ts";
import type { Permissions } from "./state/accounts/permissions.ts";
import { tokenOfUser } from "./state/accounts/tokens.ts";
import { saveCallbackUrls } from "./state/accounts/user-access.ts";
import { userByLogin } from "./state/accounts/users.ts";
import { dropSentDeliveries, type HubDelivery } from "./state/deliveries.ts";
import { openState } from "./state/open-state.ts";
import { lastNumber, repositoryByName } from "./state/repositories.ts";
import type { State } from "./state/state.ts";
import { assumedBehaviour, type UnknownBehaviour } from "./unknown-behaviour.ts";
import { linkPath } from "./web/entry.ts";
import { WebSessions } from "./web/sessions.ts";
import { WebhookDispatcher } from "./webhooks/deliver.ts";

/** GitHub redelivers only younger deliveries; older rows are dropped when the hub starts. */
const deliveriesKeptMs = 3 * 86_400_000;

export interface HubOptions {
  /** The directory that holds all state, or `:memory:` for one that is removed after `close`. */
  readonly home: string;
  /** 0 for any free port. */
  readonly port: number;
  readonly clock?: Clock;
  readonly log?: Logger;
  /** The contents of a new hub; `demoSeed` if omitted. */
  readonly seed?: HubSeed;
  /** Also listens on this Unix socket. */
  readonly socketPath?: string;
  readonly limits?: Partial<HubLimits>;
  /** Which release of GitHub it imitates; `today` if omitted. */
  readonly release?: Release;
  /** The format of node ids; `newer` if omitted. */
  readonly idFormat?: IdFormat;
  /** What it does where GitHub's behaviour is not known; `assumedBehaviour` where left out. */
  readonly unknown?: Partial<UnknownBehaviour>;
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
    readonly clientId: string;
    readonly clientSecret: string;
    /** 0 once it has been removed. */
    readonly installationId: number;
  };
  /** @throws RangeError for a user that the hub does not know */
  readonly tokenOf: (login: string) => string;
  /**
   * The last number given to an issue or a pull request; 0 before the first, and if there is no such
   * repository.
   */
  readonly lastNumberIn: (owner: string, name: string) => number;
  readonly faults: Faults;
  /** How many deliveries to each App may be in progress: from 1, strictly in order, to 4. */
  readonly deliverAtOnce: (count: number) => void;
  /** Resolves when no delivery is pending or in progress. */
  readonly idle: () => Promise<void>;
  /** Changes the permissions of the seed's App where it is installed. */
  readonly setPermissions: (permissions: Permissions) => void;
  /** Sets where the seed's App listens; persisted. */
  readonly setWebhookUrl: (url: string) => void;
  /** Sets where people who sign in to the seed's App are sent back to; persisted. */
  readonly setCallbackUrls: (urls: readonly string[]) => void;
  /** From now on answers and deliveries have this format of node ids, as if GitHub changed its own. */
  readonly setIdFormat: (format: IdFormat) => void;
  /** An address at which a browser may choose who it is. It works once. */
  readonly entryLink: (to: string) => string;
  /** Calls back for every REST and GraphQL response and every delivery. @returns a function that stops it */
  readonly observe: (listener: (observation: Observation) => void) => () => void;
  readonly close: () => Promise<void>;
}

export async function startHub(options: HubOptions): Promise<Hub> {
  const home = openHome(options.home);
  const { runtime, webhookSite, listeners, closing } = compose(options, home.path);
  const { state, dispatcher, faults } = runtime;
  const tcp = createHubServer(runtime, "local");
  const socket = createHubServer(runtime, "any");
  const close = async (): Promise<void> => {
    closing.abort();
    await Promise.all([tcp, socket].map(stop));
    await dispatcher.close();
    runtime.snapshots.close();
    state.close();
    home.release();
  };
  try {
    const port = await listenOnPort(tcp, options.port);
    const url = `http://127.0.0.1:${port}`;
    Object.assign(webhookSite, { api: url, web: url });
    const app = seededApp(coreOf(runtime), options.seed ?? demoSeed);
    if (options.socketPath !== undefined) await listenOnSocket(socket, options.socketPath);
    state.transaction(() => dropSentDeliveries(state, runtime.clock.now() - deliveriesKeptMs));
    dispatcher.wake();
    setImmediate(prepareGraphql);
    return {
      url,
      port,
      app,
      faults,
      close,
      tokenOf: (login) => tokenOf(state, login),
      lastNumberIn: (owner, name) => {
        const repository = repositoryByName(state, owner, name);
        return repository === undefined ? 0 : lastNumber(state, repository.id);
      },
      deliverAtOnce: (count) => {
        dispatcher.atOnce = count;
      },
      idle: () => dispatcher.idle(),
      setPermissions: (permissions) => {
        for (const installation of installationsOfApp(state, app.id))
          setPermissions(coreOf(runtime), installation, permissions);
      },
      setWebhookUrl: (target) => state.transaction(() => saveWebhook(state, app.id, { url: target })),
      setCallbackUrls: (urls) => state.transaction(() => saveCallbackUrls(state, app.id, urls)),
      setIdFormat: (format) => {
        runtime.idFormat.now = format;
      },
      entryLink: (to) =>
        `${url}${linkPath(runtime.sessions.createLink({ to, userId: undefined }, undefined))}`,
      observe: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    };
  } catch (thrown) {
    await close();
    throw thrown;
  }
}

interface Composed {
  readonly runtime: Runtime;
  /** Empty until the port is known. */
  readonly webhookSite: Site;
  readonly listeners: Set<(observation: Observation) => void>;
  readonly closing: AbortController;
}

/** Everything but the servers. */
function compose(options: HubOptions, folder: string): Composed {
  const state = openState(hubDatabaseIn(folder));
  const clock = options.clock ?? systemClock;
  const log = options.log ?? silentLogger;
  const listeners = new Set<(observation: Observation) => void>();
  const observe = (observation: Observation): void => {
    for (const listener of listeners) listener(observation);
  };
  const onDelivery = ({ guid, event, action, payload }: HubDelivery): void => {
    if (listeners.size > 0) observe({ kind: "delivery", guid, event, action, payload: JSON.parse(payload) });
  };
  const snapshots = new Snapshots(state, clock);
  const faults = new Faults((rules) => snapshots.arm(rules.some((rule) => rule.effect.kind === "stale")));
  const dispatcher = new WebhookDispatcher({ state, clock, log, faults, onDelivery });
  const rates = new Rates();
  const release = options.release ?? "today";
  const router = new Router(allRoutes(rates, release));
  const limits = { ...githubLimits, ...options.limits };
  const webhookSite = { api: "", web: "" };
  const closing = new AbortController();
  const sessions = new WebSessions(clock);
  const idFormat = { now: options.idFormat ?? "newer" };
  const unknown = { ...assumedBehaviour, ...options.unknown };
  const parts = {
    state,
    clock,
    log,
    limits,
    release,
    idFormat,
    unknown,
    router,
    rates,
    faults,
    snapshots,
    dispatcher,
    observe,
  };
  const runtime = { ...parts, sessions, webhookSite, closing: closing.signal };
  return { runtime, webhookSite, listeners, closing };
}

/** The seed's App; laid now if the state is new. */
function seededApp(core: HubCore, seed: HubSeed): Hub["app"] {
  const known = allApps(core.state)[0];
  const { app, installation } =
    known === undefined
      ? applySeed(core, seed)
      : { app: known, installation: installationsOfApp(core.state, known.id)[0] };
  const { id, slug, privateKey, webhookSecret, clientId, clientSecret } = app;
  const secrets = { privateKey, webhookSecret, clientId, clientSecret };
  return { id, slug, ...secrets, installationId: installation?.id ?? 0 };
}

function tokenOf(state: State, login: string): string {
  const user = userByLogin(state, login);
  const token = user && tokenOfUser(state, user.id);
  if (token === undefined) throw new RangeError(`The hub has no token of ${login}.`);
  return token.token;
}
