/**
 * Probot at its fastest: its middleware alone on Node's server, without its log, with a handler that does
 * nothing.
 */
import { createServer } from "node:http";
import { createNodeMiddleware, Probot } from "probot";
import { webhookPath } from "../../../src/server/ingress/ingress.ts";
import { answerParent } from "../children.ts";
import { serverOptions } from "./messages.ts";
import { listenOnFreePort } from "./ports.ts";

answerParent(serverOptions, async ({ secret, appId, privateKey }) => {
  const probot = new Probot({ appId, privateKey, secret, logLevel: "error" });
  const middleware = await createNodeMiddleware((app) => void app.on("issues", async () => {}), {
    probot,
    webhooksPath: webhookPath,
  });
  return listenOnFreePort(
    createServer((request, response) => {
      void middleware(request, response, () => response.writeHead(404).end());
    }),
  );
});
