/** The worker's HTTP routes: probes, health and metrics. */
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { heartbeatTimeoutMs } from "../../jobs/job-queue.ts";
import { reply } from "../http/reply.ts";
import { sendJson } from "../http/send.ts";

export interface WorkerHealth {
  readonly status: "ready" | "starting" | "failing";
  readonly role: "worker";
  readonly failing: readonly { readonly part: string; readonly error: string; readonly since: string }[];
  /** How many installations it serves now. */
  readonly tenures: number;
  /** How many tenures it lost in the last hour, because its heartbeats failed or another worker took over. */
  readonly fencesLost: number;
  /** Absent while it serves none. */
  readonly heartbeatAgeMs?: number | undefined;
  /** Since when all its requests to GitHub have failed; absent while GitHub answers. */
  readonly githubFailingSince?: string | undefined;
}

export function createWorkerRoutes(
  readHealth: () => Promise<WorkerHealth>,
  metrics: RequestListener | undefined,
): RequestListener {
  const sendHealth = async (response: ServerResponse): Promise<void> => {
    const health = await readHealth();
    sendJson(response, health.status === "ready" ? 200 : 503, health);
  };
  const sendReadiness = async (response: ServerResponse): Promise<void> => {
    const { status, failing, heartbeatAgeMs = 0 } = await readHealth();
    const isReady = status === "ready" && heartbeatAgeMs < heartbeatTimeoutMs;
    sendJson(response, isReady ? 200 : 503, { ready: isReady, failing: failing.map(({ part }) => part) });
  };
  return (request: IncomingMessage, response) => {
    const path = (request.url ?? "/").split("?", 1)[0];
    if (path === "/metrics" && metrics !== undefined) return metrics(request, response);
    if (request.method !== "GET" && request.method !== "HEAD") return reply(request, response, "wrongMethod");
    if (path === "/livez") sendJson(response, 200, { live: true });
    else if (path === "/readyz") void sendReadiness(response);
    else if (path === "/health") void sendHealth(response);
    else reply(request, response, "unknownPath");
  };
}
