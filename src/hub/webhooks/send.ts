/** Sends one delivery and tells how it went. A receiver has ten seconds; whatever happens is an outcome, never an error. */
import * as http from "node:http";
import * as https from "node:https";
import { performance } from "node:perf_hooks";
import { messageOf } from "../../base/errors.ts";
import type { Delivery, Outcome } from "../state/deliveries.ts";

const timeoutMs = 10_000;
const keptResponseBytes = 65_536;

export type SendResult = Omit<Outcome, "deliveredAt">;

/** Connections that stay open between deliveries. */
export interface Agents {
  readonly http: http.Agent;
  readonly https: https.Agent;
}

export function openAgents(): Agents {
  return { http: new http.Agent({ keepAlive: true }), https: new https.Agent({ keepAlive: true }) };
}

export function closeAgents(agents: Agents): void {
  agents.http.destroy();
  agents.https.destroy();
}

/** @param signal ends the attempt early; the outcome is then a failure */
export function send(
  agents: Agents,
  delivery: Pick<Delivery, "url" | "payload" | "requestHeaders">,
  signal: AbortSignal,
): Promise<SendResult> {
  const start = performance.now();
  const took = (): number => Math.round(performance.now() - start) / 1000;
  const unanswered = (status: string, statusCode: number): SendResult => ({
    status,
    statusCode,
    durationMs: took() * 1000,
    responseHeaders: {},
    responsePayload: null,
  });
  return new Promise((resolve) => {
    const url = new URL(delivery.url);
    const isSecure = url.protocol === "https:";
    const body = Buffer.from(delivery.payload);
    const options: http.RequestOptions = {
      method: "POST",
      agent: isSecure ? agents.https : agents.http,
      headers: { ...delivery.requestHeaders, "Content-Length": String(body.length) },
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    };
    const request = (isSecure ? https : http).request(url, options, (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      response.on("data", (chunk: Buffer) => {
        size += chunk.length;
        if (size <= keptResponseBytes) chunks.push(chunk);
      });
      response.on("error", (error) => resolve(unanswered(describe(error), 502)));
      response.on("end", () =>
        resolve({
          status: isSuccess(response.statusCode) ? "OK" : (response.statusMessage ?? "Invalid HTTP Response"),
          statusCode: response.statusCode ?? 0,
          durationMs: took() * 1000,
          responseHeaders: flatten(response.headers),
          responsePayload: Buffer.concat(chunks).toString(),
        }),
      );
    });
    request.on("error", (error) =>
      resolve(isTimeout(error) ? unanswered("timed out", 504) : unanswered(describe(error), 502)),
    );
    request.end(body);
  });
}

function isSuccess(status: number | undefined): boolean {
  return status !== undefined && status >= 200 && status < 300;
}

function isTimeout(error: Error): boolean {
  return error.cause instanceof DOMException && error.cause.name === "TimeoutError";
}

function describe(error: unknown): string {
  return `failed to connect to host: ${messageOf(error)}`;
}

function flatten(headers: http.IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
