/**
 * The socket: time-outs, a connection limit, listening and closing. Node's defaults give a sender five
 * minutes for one request and never refuse a connection.
 */
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { UserError } from "../../base/errors.ts";

export interface SocketLimits {
  readonly headersTimeoutMs: number;
  readonly requestTimeoutMs: number;
  readonly idleTimeoutMs: number;
  readonly maxConnections: number;
}

const socketLimits: SocketLimits = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  idleTimeoutMs: 30_000,
  maxConnections: 2000,
};

export function createHttpServer(listener: RequestListener, limits: SocketLimits = socketLimits): Server {
  const server = createServer(
    {
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: limits.requestTimeoutMs,
      keepAliveTimeout: limits.idleTimeoutMs,
      connectionsCheckingInterval: Math.max(50, Math.min(2000, limits.headersTimeoutMs / 4)),
      maxHeaderSize: 32 * 1024,
      noDelay: true,
    },
    listener,
  );
  server.maxConnections = limits.maxConnections;
  return server;
}

/**
 * Starts listening, and returns the URL.
 * @param startWith the command that starts the same on another port, for the message if this one is taken
 */
export async function listen(
  server: Server,
  host: string,
  port: number,
  startWith: (port: number) => string,
): Promise<AddressInfo> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once("error", reject).listen(port, host, resolve);
  try {
    await promise;
  } catch (thrown) {
    throw explained(thrown, host, port, startWith);
  } finally {
    server.off("error", reject);
  }
  const address = server.address();
  if (address === null || typeof address === "string")
    throw new TypeError("The server is not listening on a port.");
  return address;
}

/** Listens as the App's server, unless it does already. @throws UserError if the port cannot be had */
export async function listenForApp(server: Server, host: string, port: number): Promise<AddressInfo> {
  const address = server.address();
  if (address !== null && typeof address !== "string") return address;
  return listen(server, host, port, (other) => `PORT=${other} npm start`);
}

function explained(
  thrown: unknown,
  host: string,
  port: number,
  startWith: (port: number) => string,
): unknown {
  const code = thrown instanceof Error && "code" in thrown ? thrown.code : undefined;
  if (code === "EADDRINUSE")
    return new UserError(
      `Port ${port} on ${host} is in use. Stop whatever is using it, or choose another: ${startWith(portBeside(port))}`,
    );
  if (code === "EACCES")
    return new UserError(
      `Port ${port} on ${host} is not allowed. Choose one above 1023: ${startWith(port + 8000)}`,
    );
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
    return new UserError(`This machine has no address ${host}. Set HOST, for example HOST=127.0.0.1`);
  return thrown;
}

/** A port that is likely to be free if `port` is not. */
export function portBeside(port: number): number {
  return port + 10 < 65_536 ? port + 10 : port - 10;
}

/** Stops accepting connections, lets requests under way finish, and closes the rest after `graceMs`. */
export async function closeServer(server: Server, graceMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.close(() => resolve());
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), graceMs);
  await promise;
  clearTimeout(timer);
}
