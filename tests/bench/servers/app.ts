/**
 * The App as `signalbox start` composes it. If nothing listens at `hubUrl`, it accepts and stores deliveries and
 * waits for GitHub: that pauses dispatch without a switch that only a bench would use.
 */
import { systemClock } from "../../../src/base/clock.ts";
import { silentLogger } from "../../../src/base/logger.ts";
import { startServer } from "../../../src/server/main.ts";
import type { RunningServer } from "../../../src/server/serving/running-server.ts";
import { answerParent } from "../children.ts";
import { serverOptions } from "./messages.ts";

let server: RunningServer | undefined;

answerParent(
  serverOptions,
  async ({ secret, appId, privateKey, hubUrl, home }) => {
    const github = { appId, privateKey, webhookSecrets: [secret], baseUrl: `${hubUrl}/api/v3` };
    server = await startServer(
      { github, home, pollMs: undefined, pacing: "off", host: "127.0.0.1", port: 0 },
      { clock: systemClock, random: Math.random, logger: silentLogger, onStep: () => {} },
    );
    return { url: server.url };
  },
  async () => {
    await server?.close();
  },
);
