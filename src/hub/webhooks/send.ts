/**
 * Sends one delivery and returns its outcome. A receiver has ten seconds; every failure is an outcome, never
 * an exception.
 */
import * as http from "node:http";
import * as https from "node:https";
import { performance } from "node:perf_hooks";
import { messageOf } from "../../base/errors.ts";
import type { DeliveryOutcome, HubDelivery } from "../state/deliveries.ts";

const timeoutMs = 10_000;
const keptResponseBytes = 65_536;

export type SendResult = Omit<DeliveryOutcome, "deliveredAt">;

/** Connections kept open between deliveries. */
export interface Agents {
  readonly http: http.Agent;
  readonly https: https.Agent;
}

/** The outcome of a delivery that was never sent. */
export function unsent(status: string): SendResult {
  return { status, statusCode: 502, durationMs: 0, responseHeaders: {}, responsePayload: null };
}

export function openAgents(): Agents {
  return { http: new http.Agent({ keepAlive: true }), https: new https.Agent({ keepAlive: true }) };
}

export function closeAgents(agents: Agents): void {
  agents.http.destroy();
  agents.https.destroy();
}

/** @param signal ends the attempt early; the outcome is then a failure */
export function sendDelivery(
  agents: Agents,
  delivery: Pick<HubDelivery, "url" | "payload" | "requestHeaders">,
  signal: AbortSignal,
): Promise<SendResult> {
  const start = performance.now();
  const tookMs = (): number => Math.round(performance.now() - start);
  const target = URL.parse(delivery.url);
  if (target === null) return Promise.resolve(unsent("invalid URL"));
  return new Promise((resolve) => {
    const request = open(agents, target, delivery);
    const giveUp = (status: string, statusCode: number): void => {
      settle({ status, statusCode, durationMs: tookMs(), responseHeaders: {}, responsePayload: null });
      request.destroy();
    };
    const stop = (): void => giveUp("stopped", 0);
    const timer = setTimeout(() => giveUp("timed out", 504), timeoutMs);
    // One signal serves thousands of deliveries: remove every listener that is added to it.
    const settle = (result: SendResult): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
      resolve(result);
    };
    signal.addEventListener("abort", stop, { once: true });
    request.on("error", (error) => giveUp(`failed to connect to host: ${messageOf(error)}`, 502));
    request.on("response", async (response) => {
      try {
        const responsePayload = await readStart(response);
        const statusCode = response.statusCode ?? 0;
        const status = isSuccess(statusCode) ? "OK" : (response.statusMessage ?? "Invalid HTTP Response");
        const responseHeaders = flatten(response.headers);
        settle({ status, statusCode, durationMs: tookMs(), responseHeaders, responsePayload });
      } catch (thrown) {
        giveUp(`failed to connect to host: ${messageOf(thrown)}`, 502);
      }
    });
    request.end(delivery.payload);
  });
}

function open(
  agents: Agents,
  target: URL,
  { payload, requestHeaders }: Pick<HubDelivery, "payload" | "requestHeaders">,
): http.ClientRequest {
  const headers = { ...requestHeaders, "Content-Length": String(Buffer.byteLength(payload)) };
  return target.protocol === "https:"
    ? https.request(target, { method: "POST", agent: agents.https, headers })
    : http.request(target, { method: "POST", agent: agents.http, headers });
}

/** Reads a response to its end and keeps the beginning. */
async function readStart(response: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    size += chunk.length;
    if (size <= keptResponseBytes) chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

function flatten(headers: http.IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
