/**
 * Reads requests within size limits, writes responses with GitHub's headers, and returns 304 if the client
 * already has the same response. Faults that end a connection are carried out here.
 */
import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { unreachable } from "../../base/errors.ts";
import type { FaultedExchange } from "../faults/strike.ts";
import { pageFor } from "../web/pages.ts";
import { hasTag, isSame, serializeBody, tagOf } from "./conditional.ts";
import { control } from "./control.ts";
import { exchange } from "./exchange.ts";
import { isGitPath, serveGit } from "./git.ts";
import { isLocalHost, isSentByForeignPage } from "./origin.ts";
import { type Address, type HubRequest, readAddress } from "./request.ts";
import { failure, type HttpResponse } from "./response.ts";
import type { Runtime } from "./runtime.ts";

const maxBytes = 8 * 1024 * 1024;
/** Large enough for the push of a whole repository. */
const maxPackBytes = 256 * 1024 * 1024;

/** @param hosts the hosts that it serves; any host over a Unix socket, which no browser can reach */
export function createHubServer(hub: Runtime, hosts: "local" | "any"): Server {
  return createServer({ keepAliveTimeout: 30_000 }, (incoming, outgoing) => {
    serve(hub, hosts, incoming, outgoing).catch((thrown: unknown) => {
      hub.log.error({ url: incoming.url }, "could not answer request", thrown);
      outgoing.destroy();
    });
  });
}

async function serve(
  hub: Runtime,
  hosts: "local" | "any",
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  // The `Date` header is the hub's own clock, which clients set theirs by.
  outgoing.setHeader("date", new Date(hub.clock.now()).toUTCString());
  const address = readAddress(incoming.url ?? "/", incoming.headers.host);
  const isPack = address !== undefined && isGitPath(address.path);
  const body = await readAll(incoming, isPack ? maxPackBytes : maxBytes);
  if (body === undefined) return send(incoming, outgoing, failure(413, "Payload Too Large"));
  if (address === undefined) return send(incoming, outgoing, failure(400, "Bad Request"));
  const method = incoming.method === "HEAD" ? "GET" : (incoming.method ?? "GET");
  const request = { ...address, method, headers: incoming.headers, body };
  const page = pageFor(request);
  if (page !== undefined) return send(incoming, outgoing, await page(hub));
  if (isForeign(hosts, address, incoming))
    return send(incoming, outgoing, failure(403, "The hub answers no web page of another site."));
  const ending = await endingOf(hub, request);
  switch (ending.kind) {
    case "response":
      return send(incoming, outgoing, ending.response);
    case "cut":
      incoming.socket.destroy();
      return;
    case "hang":
      return;
    default:
      return unreachable(ending);
  }
}

function isForeign(hosts: "local" | "any", { hostname }: Address, incoming: IncomingMessage): boolean {
  if (hosts === "local" && !isLocalHost(hostname)) return true;
  return isSentByForeignPage(incoming.method, incoming.headers);
}

async function endingOf(hub: Runtime, request: HubRequest): Promise<FaultedExchange> {
  if (isGitPath(request.path)) return { kind: "response", response: await serveGit(hub, request) };
  return request.path.startsWith("/_hub/")
    ? { kind: "response", response: await control(hub, request) }
    : exchange(hub, request);
}

/** @returns undefined if the body is too large */
async function readAll(incoming: IncomingMessage, limit: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming) {
    size += chunk.length;
    if (size <= limit) chunks.push(chunk);
  }
  return size <= limit ? Buffer.concat(chunks) : undefined;
}

function send(incoming: IncomingMessage, outgoing: ServerResponse, response: HttpResponse): void {
  const headers: Record<string, string> = {
    "content-type": "application/json; charset=utf-8",
    "x-github-media-type": "github.v3; format=json",
    "x-github-request-id": requestId(),
    "x-github-api-version-selected": versionOf(incoming),
    "x-content-type-options": "nosniff",
    "access-control-expose-headers": "ETag, Link, Location, Retry-After, X-GitHub-Request-Id",
    ...response.headers,
  };
  const content = serializeBody(response.body);
  if (content === undefined) {
    delete headers["content-type"];
    outgoing.writeHead(response.status, headers).end();
    return;
  }
  if (hasTag(incoming.method, response)) {
    headers.etag = tagOf(content);
    headers["cache-control"] = "private, max-age=60, s-maxage=60";
    if (isSame(incoming.headers["if-none-match"], headers.etag)) {
      outgoing.writeHead(304, headers).end();
      return;
    }
  }
  headers["content-length"] = String(Buffer.byteLength(content));
  outgoing.writeHead(response.status, headers).end(incoming.method === "HEAD" ? undefined : content);
}

function versionOf(incoming: IncomingMessage): string {
  const asked = incoming.headers["x-github-api-version"];
  return typeof asked === "string" ? asked : "2022-11-28";
}

function requestId(): string {
  const hex = randomBytes(14).toString("hex").toUpperCase();
  return `${hex.slice(0, 4)}:${hex.slice(4, 10)}:${hex.slice(10, 17)}:${hex.slice(17, 24)}:${hex.slice(20)}`;
}
