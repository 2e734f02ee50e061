/** Puts together what the server answers: webhooks, the owner's commands, health, metrics and the site. */
import type { RequestListener } from "node:http";
import type { Millis } from "../../base/clock.ts";
import type { ProcessRuntime } from "../../dispatcher/dispatcher-ports.ts";
import type { Bus } from "../composition/bus.ts";
import { pagesOf, webUrlOf } from "../composition/environment.ts";
import { packageVersion } from "../composition/package-version.ts";
import { type Control, createControl } from "../http/control.ts";
import { createProbes } from "../http/probes.ts";
import { createRoutes, type Health } from "../http/routes.ts";
import { createIngress } from "../ingress/ingress.ts";
import type { GitHubWatch } from "../metrics/github-watch.ts";
import type { MetricsServed } from "../metrics/load-metrics.ts";
import type { QuotaWatch } from "../metrics/quota-watch.ts";
import { statusOf } from "../metrics/server-status.ts";
import { createSiteListener } from "../site/listener.ts";
import { sessionKeysIn } from "../site/session/session-key.ts";
import { createOwnersTokens, type TokensHandler } from "../site/tokens/owners-tokens.ts";
import { createRoleVisibility } from "../site/tokens/role-visibility.ts";
import { RunSecrets } from "../site/tokens/run-secrets.ts";
import { visibleTo } from "../site/tokens/token-ports.ts";
import { createTokens } from "../site/tokens/tokens.ts";
import { type AccessChanges, createAccessChanges } from "./access-changes.ts";
import type { Entrance } from "./entrance.ts";
import { failingOf, healthOf } from "./health.ts";
import type { HttpServerOptions } from "./running-server.ts";

export interface ServerParts {
  readonly options: HttpServerOptions;
  readonly runtime: ProcessRuntime;
  readonly bus: Bus;
  /** Undefined while /metrics is closed. */
  readonly figures: MetricsServed | undefined;
  readonly quotas: QuotaWatch;
  readonly githubWatch: Pick<GitHubWatch, "failingSince">;
  readonly entrance: Entrance;
  readonly startedAt: Millis;
  /** True from the notice to load balancers on. */
  readonly isStopping: () => boolean;
  /** Aborted when requests in progress should finish. */
  readonly closing: AbortSignal;
}

export interface OwnRoutes {
  readonly routes: RequestListener;
  /** With which commands on this machine prove themselves. */
  readonly controlToken: string;
  readonly health: () => Promise<Health>;
}

export function ownRoutes(parts: ServerParts): OwnRoutes {
  const { options, runtime, bus, figures } = parts;
  const { logger, clock } = runtime;
  const access = createAccessChanges(bus.store, bus.accessChanges);
  const ingress = createIngress(options.github, {
    ...runtime,
    inbox: bus.store.inbox,
    note: bus.note,
    admitted: bus.wake,
    turnedAway: bus.suspectLoss,
    accessChanged: access.changed,
  });
  const health = (): Promise<Health> => healthOf(bus, ingress, parts.githubWatch.failingSince());
  const rebuilds = recordedRebuilds(parts);
  const control = controlOf(parts, rebuilds.rebuild, access);
  const site = siteOf(parts, { access, health, rebuiltAt: rebuilds.lastAt });
  const metrics = figures?.routeFor({
    snapshot: async () => ({
      health: await health(),
      workload: await bus.store.workload(clock.now()),
      ...(bus.backlog === undefined ? {} : { cluster: await bus.backlog() }),
    }),
    logger,
  });
  const probes = createProbes(() => [
    ...(parts.isStopping() ? ["stopping"] : []),
    ...bus.store.faults().map(({ part }) => part),
  ]);
  const failing = (): Health["failing"] => failingOf(bus);
  const received = figures?.metrics.received;
  const routes = createRoutes({ ingress, control, health, failing, probes, site, metrics, received });
  return { routes, controlToken: control.token, health };
}

interface RecordedRebuilds {
  readonly rebuild: Bus["rebuild"];
  /** Undefined if there was none since the start. */
  readonly lastAt: () => Millis | undefined;
}

function recordedRebuilds({ bus, runtime }: Pick<ServerParts, "bus" | "runtime">): RecordedRebuilds {
  let lastAt: Millis | undefined;
  return {
    rebuild: async () => {
      const rebuilt = await bus.rebuild();
      lastAt = runtime.clock.now();
      return rebuilt;
    },
    lastAt: () => lastAt,
  };
}

/** The requests of commands on this machine. */
function controlOf(
  { options, runtime, bus, entrance, figures }: ServerParts,
  rebuild: RecordedRebuilds["rebuild"],
  access: AccessChanges,
): Control {
  const { board, apiTokens } = bus.store;
  const { clock } = runtime;
  const keys = () => sessionKeysIn(options.home, options.site?.sessionKey);
  let known: RunSecrets | undefined;
  const runs = (): RunSecrets => {
    known ??= new RunSecrets(keys().runs, board, clock);
    return known;
  };
  const tokens = () => createTokens({ store: apiTokens, audience: keys().audience, runs: runs(), clock });
  const roles = createRoleVisibility(bus.roleOf, clock, access.epoch);
  const handleTokens: TokensHandler = (wish) => createOwnersTokens(tokens(), board)(wish);
  return createControl({
    ...bus,
    rebuild,
    handleTokens,
    runs,
    tokens,
    visibleTo: (token) => visibleTo(token, roles, board),
    board,
    noteMarks: bus.store.noteMarks,
    entryLink: entrance.commandLinkTo,
    operated: figures?.metrics.operated,
    logger: runtime.logger,
  });
}

interface SiteInputs {
  readonly access: AccessChanges;
  readonly health: () => Promise<Health>;
  readonly rebuiltAt: () => Millis | undefined;
}

function siteOf(parts: ServerParts, { access, health, rebuiltAt }: SiteInputs): RequestListener {
  const { options, runtime, bus, figures, quotas, entrance, startedAt } = parts;
  const { store } = bus;
  const { clock, logger, random } = runtime;
  const { client, baseUrl } = options.github;
  return createSiteListener({
    addresses: entrance.addresses,
    load: async (addresses) => {
      const { createSite } = await import("../site/site.ts");
      return createSite({
        addresses,
        links: entrance.links,
        home: options.home,
        clock,
        logger,
        random,
        board: store.board,
        grants: store.grants,
        apiTokens: store.apiTokens,
        refreshIssue: bus.refreshIssue,
        roleOf: bus.roleOf,
        placeChoice: bus.placeChoice,
        orders: { ...bus, board: store.board, noteMarks: store.noteMarks, clock },
        client,
        baseUrl,
        pacing: options.pacing,
        sessionKey: options.site?.sessionKey,
        trustedProxies: options.site?.trustedProxies ?? [],
        webUrl: webUrlOf(baseUrl),
        githubPages: pagesOf(baseUrl),
        accessEpoch: access.epoch,
        closing: parts.closing,
        version: packageVersion(),
        operated: figures?.metrics.operated,
        status: () => statusOf({ bus, health, quotas, startedAt, rebuiltAt: rebuiltAt() }),
        isReady: () => bus.missing().length === 0 && store.faults().length === 0,
      });
    },
    onFailure: (thrown) => logger.error({}, "the pages cannot be shown", thrown),
  });
}
