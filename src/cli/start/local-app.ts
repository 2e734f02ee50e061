/** Starts the App for a hub in the same process: its settings, and the address that the hub delivers to. */
import { systemClock } from "../../base/clock.ts";
import type { Logger } from "../../base/logger.ts";
import type { ProcessRuntime } from "../../dispatcher/dispatcher-ports.ts";
import type { Hub } from "../../hub/hub.ts";
import type { BusOptions } from "../../server/composition/assembly.ts";
import { type GitHubSettings, pacingFor, type ServerSettings } from "../../server/composition/environment.ts";
import type { Opened } from "../../server/composition/opening.ts";
import { webhookPath } from "../../server/ingress/ingress.ts";
import { startServer } from "../../server/main.ts";
import type { RunningServer } from "../../server/serving/running-server.ts";

export function runtimeWith(logger: Logger): ProcessRuntime {
  return { clock: systemClock, random: Math.random, logger, onStep: () => {} };
}

/** The configuration of the hub's own App. */
function hubSettings({ app, url }: Pick<Hub, "app" | "url">): GitHubSettings {
  const { id, privateKey, webhookSecret, clientId, clientSecret } = app;
  const client = { id: clientId, secret: clientSecret };
  return { appId: id, privateKey, webhookSecrets: [webhookSecret], baseUrl: `${url}/api/v3`, client };
}

export function busOptions(
  settings: Pick<ServerSettings, "github" | "home" | "answerer"> &
    Partial<Pick<ServerSettings, "retention" | "databaseUrl">>,
  hub: Hub | undefined,
  pollMs: number | undefined,
): BusOptions {
  const github = settings.github ?? (hub && hubSettings(hub));
  if (github === undefined) throw new TypeError("There is neither an App nor a hub.");
  const { retention, answerer, home, databaseUrl } = settings;
  return {
    github,
    home,
    databaseUrl,
    answerer,
    pollMs,
    pacing: pacingFor(github),
    ...(retention && { retention }),
  };
}

/** Starts the App; the hub delivers from the moment the webhook endpoint listens. */
export async function startApp(
  settings: Pick<ServerSettings, "github" | "home" | "answerer" | "host" | "port"> &
    Partial<Pick<ServerSettings, "retention" | "site" | "metricsToken" | "databaseUrl">>,
  hub: Hub | undefined,
  pollMs: number | undefined,
  logger: Logger,
  opened?: Opened,
): Promise<RunningServer> {
  const options = {
    ...busOptions(settings, hub, pollMs),
    host: settings.host,
    port: settings.port,
    ...(settings.site && { site: settings.site }),
    metricsToken: settings.metricsToken,
  };
  const server = await startServer(options, runtimeWith(logger), opened);
  hub?.setCallbackUrls(server.callbackUrls);
  if (pollMs === undefined) hub?.setWebhookUrl(`${server.url}${webhookPath}`);
  return server;
}
