/**
 * The server's responses, as fixed short texts. Never include an error's message: it may hold a path, a query
 * or a secret, and until the signature is verified the sender is unknown.
 */
import type { IncomingMessage, ServerResponse } from "node:http";

const texts = {
  accepted: [202, "accepted"],
  setAside: [202, "set aside"],
  duplicate: [200, "duplicate"],
  malformed: [400, "malformed delivery headers"],
  notUnderstood: [400, "not understood"],
  unsigned: [401, "signature missing or wrong"],
  noToken: [401, "token missing or wrong"],
  notOwner: [403, "not allowed"],
  unknownPath: [404, "not found"],
  wrongMethod: [405, "method not allowed"],
  tooLarge: [413, "payload too large"],
  wrongType: [415, "content type must be application/json"],
  unavailable: [503, "unavailable, deliver again later"],
} as const satisfies Readonly<Record<string, readonly [number, string]>>;

export type Reply = keyof typeof texts;

/** How long the rest of a refused body is read and discarded, so that the sender can read our response. */
const lingerMs = 1000;

/** Responds and, if the request's body was not read completely, closes the connection. */
export function reply(request: IncomingMessage, response: ServerResponse, name: Reply): void {
  if (response.destroyed || response.headersSent) return;
  const [status, text] = texts[name];
  // A string is sent in one packet with the headers; bytes would need a second one.
  const body = `${text}\n`;
  const headers: Record<string, string | number> = {
    "content-type": "text/plain; charset=utf-8",
    "content-length": body.length,
  };
  if (status === 405) headers.allow = "POST";
  if (status === 503) headers["retry-after"] = 60;
  if (!request.complete) headers.connection = "close";
  response.writeHead(status, headers).end(body);
  if (!request.complete) linger(request);
}

function linger(request: IncomingMessage): void {
  const timer = setTimeout(() => request.socket.destroy(), lingerMs);
  request.once("close", () => clearTimeout(timer));
  request.on("error", () => {});
  request.resume();
}
