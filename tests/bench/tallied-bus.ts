/**
 * A hub and the real server, with a count of all requests between them. Counting at the hub would include
 * people's own requests.
 */
import { join } from "node:path";
import { type Clock, systemClock } from "../../src/base/clock.ts";
import { silentLogger } from "../../src/base/logger.ts";
import { type Hub, startHub } from "../../src/hub/hub.ts";
import type { HubSeed } from "../../src/hub/seed.ts";
import { webhookPath } from "../../src/server/ingress/ingress.ts";
import { startServer } from "../../src/server/main.ts";
import { type Actor, actorOf } from "../support/actor.ts";
import { repository } from "./running.ts";
import { startTally, type Tally } from "./tally.ts";

export interface TalliedBus {
  readonly hub: Hub;
  readonly tally: Tally;
  readonly as: (login: string) => Actor;
  /** Resolves when no more requests arrive. */
  readonly settled: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface TalliedOptions {
  readonly seed?: HubSeed;
  /** The clock of hub and server; the machine's if absent. */
  readonly clock?: Clock;
  /** Whether no delivery reaches the server. */
  readonly isDeaf?: boolean;
  /** What happens at the hub before the server starts. */
  readonly before?: (hub: Hub) => Promise<void>;
}

/** Resolves when the server is ready; its requests until then are in the tally. */
export async function startTalliedBus(
  folder: string,
  { seed, clock = systemClock, isDeaf = false, before }: TalliedOptions = {},
): Promise<TalliedBus> {
  const hub = await startHub({ home: ":memory:", port: 0, clock, ...(seed === undefined ? {} : { seed }) });
  await before?.(hub);
  const tally = await startTally(hub.url);
  const { id: appId, privateKey, webhookSecret } = hub.app;
  const github = { appId, privateKey, webhookSecrets: [webhookSecret], baseUrl: `${tally.url}/api/v3` };
  const server = await startServer(
    { github, home: join(folder, "home"), pollMs: undefined, pacing: "off", host: "127.0.0.1", port: 0 },
    { clock, random: Math.random, logger: silentLogger, onStep: () => {} },
  );
  if (!isDeaf) hub.setWebhookUrl(`${server.url}${webhookPath}`);
  await server.whenReady;
  return {
    hub,
    tally,
    as: (login) => actorOf(hub.url, hub.tokenOf(login), login, repository),
    settled: async () => {
      for (let before = -1; before !== tally.total(); ) {
        before = tally.total();
        await hub.idle();
        await server.idle();
      }
    },
    close: async () => {
      await server.close();
      await tally.close();
      await hub.close();
    },
  };
}
