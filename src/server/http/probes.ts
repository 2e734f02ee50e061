/**
 * What orchestrators such as Kubernetes ask. `/livez`: whether the process turns, so that one that does not is restarted.
 * `/readyz`: whether deliveries can be stored, so that a load balancer sends them here. Neither asks GitHub: a restart
 * does not bring it back, and deliveries are stored without it.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { reply } from "./reply.ts";
import { sendJson } from "./send.ts";

/** @param failing the parts of the store that cannot be written, or that the process stops */
export function createProbes(failing: () => readonly string[]): ReadonlyMap<string, RequestListener> {
  return new Map([
    ["/livez", onRead((response) => sendJson(response, 200, { live: true }))],
    [
      "/readyz",
      onRead((response) => {
        const parts = failing();
        sendJson(response, parts.length === 0 ? 200 : 503, { ready: parts.length === 0, failing: parts });
      }),
    ],
  ]);
}

function onRead(answer: (response: ServerResponse) => void): RequestListener {
  return (request: IncomingMessage, response) => {
    if (request.method === "GET" || request.method === "HEAD") answer(response);
    else reply(request, response, "wrongMethod");
  };
}
