/**
 * A Probot with a handler that does nothing, as `probot run` starts it in production: its server, its log.
 */
import { run } from "probot";
import { webhookPath } from "../../../src/server/ingress/ingress.ts";
import { answerParent } from "../children.ts";
import { serverOptions } from "./messages.ts";
import { freePort } from "./ports.ts";

answerParent(serverOptions, async ({ secret, appId, privateKey }) => {
  const port = await freePort();
  const env = {
    APP_ID: `${appId}`,
    PRIVATE_KEY: privateKey,
    WEBHOOK_SECRET: secret,
    WEBHOOK_PATH: webhookPath,
    HOST: "127.0.0.1",
    PORT: `${port}`,
    NODE_ENV: "production",
  };
  await run((probot) => void probot.on("issues", async () => {}), { env });
  return { url: `http://127.0.0.1:${port}` };
});
