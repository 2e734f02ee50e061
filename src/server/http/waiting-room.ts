/**
 * What a server answers until it has its database: deliveries are refused, so that GitHub lists them as failed, and
 * /health says what is missing.
 */
import type { RequestListener } from "node:http";
import { reply } from "./reply.ts";
import type { Health } from "./routes.ts";
import { sendJson } from "./send.ts";

/** @param failing what is missing, and since when */
export function createWaitingRoom(failing: () => Health["failing"]): RequestListener {
  return (request, response) => {
    const path = (request.url ?? "/").split("?", 1)[0];
    if (path === "/livez") sendJson(response, 200, { live: true });
    else if (path === "/readyz") sendJson(response, 503, { ready: false, failing: ["index"] });
    else if (path === "/health")
      sendJson(response, 503, { status: "starting", missing: ["index"], failing: failing() });
    else reply(request, response, "unavailable");
  };
}
