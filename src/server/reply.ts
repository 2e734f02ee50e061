/**
 * What the server answers, in fixed short texts. A newcomer would put an error's message in: it may hold a path, a
 * query or a secret, and whoever posts to us is a stranger until the signature holds.
 */
import type { IncomingMessage, ServerResponse } from "node:http";

const texts = {
  accepted: [202, "accepted"],
  setAside: [202, "set aside"],
  duplicate: [200, "duplicate"],
  malformed: [400, "malformed delivery headers"],
  notUnderstood: [400, "not understood"],
  unsigned: [401, "signature missing or wrong"],
  notOwner: [403, "not allowed"],
  unknownPath: [404, "not found"],
  wrongMethod: [405, "method not allowed"],
  tooLarge: [413, "payload too large"],
  wrongType: [415, "content type must be application/json"],
  unavailable: [503, "unavailable, deliver again later"],
} as const satisfies Readonly<Record<string, readonly [number, string]>>;

export type Reply = keyof typeof texts;

/** How long the rest of a refused body is read and thrown away, so that the sender can read our answer. */
const lingerMs = 1000;

/** Answers and, where the request's body was not read to its end, closes the connection. */
export function reply(request: IncomingMessage, response: ServerResponse, name: Reply): void {
  if (response.destroyed || response.headersSent) return;
  const [status, text] = texts[name];
  // A string leaves in one piece with the head; bytes would be a second.
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
