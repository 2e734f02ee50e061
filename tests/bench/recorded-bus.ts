/**
 * A hub and the real server, with a proxy between them that records requests. Counting at the hub would include
 * users' own requests.
 */
import { join } from "node:path";
import { type Clock, systemClock } from "../../src/base/clock.ts";
import { silentLogger } from "../../src/base/logger.ts";
import { type Hub, startHub } from "../../src/hub/hub.ts";
import type { HubSeed } from "../../src/hub/seed.ts";
import { webhookPath } from "../../src/server/ingress/ingress.ts";
import { startServer } from "../../src/server/main.ts";
import { type Actor, actorOf } from "../support/actor.ts";
import { startChild } from "./children.ts";
import { type RecordingProxy, startRecordingProxy } from "./recording-proxy.ts";
import { repository, whenHealthy, whenSettled } from "./running.ts";
import { serverStarted } from "./servers/messages.ts";

export interface RecordedBus {
  readonly hub: Hub;
  readonly proxy: RecordingProxy;
  readonly as: (login: string) => Actor;
  /** Resolves when no more requests arrive. */
  readonly settled: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface RecordedBusOptions {
  readonly seed?: HubSeed;
  /** The clock of hub and server; the machine's if absent. */
  readonly clock?: Clock;
  /** The server gets no deliveries. */
  readonly isWithoutWebhooks?: boolean;
  /** The server has a process of its own, and uses the machine's clock. */
  readonly isSeparateProcess?: boolean;
  /** What happens at the hub before the server starts. */
  readonly before?: (hub: Hub) => Promise<void>;
}

/** Resolves when the server is ready; its requests until then are recorded too. */
export async function startRecordedBus(
  folder: string,
  {
    seed,
    clock = systemClock,
    isWithoutWebhooks = false,
    isSeparateProcess = false,
    before,
  }: RecordedBusOptions = {},
): Promise<RecordedBus> {
  const hub = await startHub({ home: ":memory:", port: 0, clock, ...(seed === undefined ? {} : { seed }) });
  await before?.(hub);
  const proxy = await startRecordingProxy(hub.url);
  const github = { ...hub.app, baseUrl: proxy.url, home: join(folder, "home") };
  const server = await (isSeparateProcess ? startInChildProcess(github) : startInThisProcess(github, clock));
  if (!isWithoutWebhooks) hub.setWebhookUrl(`${server.url}${webhookPath}`);
  await server.untilReady();
  return {
    hub,
    proxy,
    as: (login) => actorOf(hub.url, hub.tokenOf(login), login, repository),
    settled: async () => {
      for (let before = -1; before !== proxy.total(); ) {
        before = proxy.total();
        await hub.idle();
        await server.idle();
      }
    },
    close: async () => {
      await server.close();
      await proxy.close();
      await hub.close();
    },
  };
}

interface Served {
  readonly url: string;
  readonly untilReady: () => Promise<void>;
  readonly idle: () => Promise<void>;
  readonly close: () => Promise<void>;
}

interface Serving extends Pick<Hub["app"], "id" | "privateKey" | "webhookSecret"> {
  /** Where the App reaches GitHub. */
  readonly baseUrl: string;
  readonly home: string;
}

async function startInThisProcess(
  { id: appId, privateKey, webhookSecret, baseUrl, home }: Serving,
  clock: Clock,
): Promise<Served> {
  const github = { appId, privateKey, webhookSecrets: [webhookSecret], baseUrl: `${baseUrl}/api/v3` };
  const server = await startServer(
    { github, home, pollMs: undefined, pacing: "off", host: "127.0.0.1", port: 0 },
    { clock, random: Math.random, logger: silentLogger, onStep: () => {} },
  );
  return { ...server, untilReady: () => server.whenReady };
}

async function startInChildProcess({
  id: appId,
  privateKey,
  webhookSecret,
  baseUrl,
  home,
}: Serving): Promise<Served> {
  const { ask, stop } = startChild("servers/app.ts");
  const { url } = await ask(
    { secret: webhookSecret, appId, privateKey, hubUrl: baseUrl, home },
    serverStarted,
  );
  const port = Number(new URL(url).port);
  return { url, untilReady: () => whenHealthy(port), idle: () => whenSettled(port), close: stop };
}
