/** Sends a complete page or JSON, with headers that allow a browser only to display it. */
import type { ServerResponse } from "node:http";

export function send(
  response: ServerResponse,
  status: number,
  type: "text/html" | "application/json",
  text: string,
): void {
  response
    .writeHead(status, {
      "content-type": `${type}; charset=utf-8`,
      "content-length": Buffer.byteLength(text),
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "cache-control": "no-store",
    })
    .end(text);
}

export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  send(response, status, "application/json", `${JSON.stringify(value)}\n`);
}
