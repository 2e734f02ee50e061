/** Serves the figures of the machine to those who have the token. Behind a proxy all clients look alike, so loopback proves nothing. */
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { messageOf } from "../../base/errors.ts";
import type { Logger } from "../../base/logger.ts";
import { bearerOf } from "../http/bearer.ts";
import { reply } from "../http/reply.ts";
import type { MetricsSnapshot, ProcessMetrics } from "./process-metrics.ts";

interface MetricsPorts {
  readonly metrics: Pick<ProcessMetrics, "page">;
  readonly snapshot: () => Promise<MetricsSnapshot>;
  readonly logger: Logger;
}

/** @param token METRICS_TOKEN */
export function createMetricsRoute(token: string, ports: MetricsPorts): RequestListener {
  const isAllowed = bearerOf(token);
  return (request, response) => {
    const { method, headers } = request;
    if (method !== "GET" && method !== "HEAD") return reply(request, response, "wrongMethod");
    if (!isAllowed(headers.authorization)) return refuse(request, response);
    void show(request, response, ports);
  };
}

function refuse(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader("www-authenticate", "Bearer");
  reply(request, response, "noToken");
}

async function show(
  request: IncomingMessage,
  response: ServerResponse,
  { metrics, snapshot, logger }: MetricsPorts,
): Promise<void> {
  try {
    const { type, text } = await metrics.page(await snapshot());
    response
      .writeHead(200, {
        "content-type": type,
        "content-length": Buffer.byteLength(text),
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
      })
      .end(text);
  } catch (thrown) {
    logger.error({ cause: messageOf(thrown) }, "could not count for /metrics", thrown);
    reply(request, response, "unavailable");
  }
}
